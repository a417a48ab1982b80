package datasets

const (
	sorted     = "sorted by byte value, one key a line"
	rangeStart = "first address of each range only; sorted by byte value, one key a line"
	hostsOnly  = "entries of the list of 2025-10-25 that are hosts; sorted by byte value, one key a line"
	bothNames  = "female and male first names together; sorted by byte value, one key a line"

	wheeler = "Dan Wheeler and Dropbox, Inc."
)

// manifest is sorted by id. scripts/fetch-datasets.sh builds the files; SHA256SUMS holds the same hashes.
var manifest = []Set{
	{
		ID: "disposable-domains", Stands: "e-mail-domain blocklist of a sign-up page",
		Keys: 121570, Bytes: 1852244,
		SHA256: "d0b456b5b3e02f6be67469eb84f92ea630790430672b66923cb19fec390dd55a",
		Source: "npm disposable-email-domains@1.0.62", Licence: "MIT",
		Credit: "the authors of disposable-email-domains", Change: sorted,
	},
	{
		ID: "firstnames-zxcvbn", Stands: "first names, for made-up user names",
		Keys: 4695, Bytes: 33373,
		SHA256: "15db40291d3fa5de31bac3b119075ab19dd319f7eae2f95008431148458a8e1b",
		Source: "npm zxcvbn@4.4.2", Licence: "MIT", Credit: wheeler, Change: bothNames,
	},
	{
		ID: "ipv4-range-starts", Stands: "IP and GeoIP lists; keys only, never geographic truth",
		Keys: 141822, Bytes: 1803901,
		SHA256: "572e5025783f2df8ca00c8b83e9534d6a205d50c5b8a4516c172ef5ea6472b80",
		Source: "npm @ip-location-db/asn-country@2.3.2026061719", Licence: "CC-BY-4.0",
		Credit: "Number Resource Organization (nro.net)", Change: rangeStart,
	},
	{
		ID: "passwords-zxcvbn", Stands: "common-password check; holds obscene words",
		Keys: 30000, Bytes: 241950,
		SHA256: "0dfe94d82e1602ef5b7b6974a8330a78c4d8f43dcc960ea47a440f0f513d6e84",
		Source: "npm zxcvbn@4.4.2", Licence: "MIT", Credit: wheeler, Change: sorted,
	},
	{
		ID: "surnames-zxcvbn", Stands: "surnames, for made-up user names",
		Keys: 10000, Bytes: 76074,
		SHA256: "b1d7495f72944c2335d27f60daf5881af5d2cb2ca7614feb848c7ac0380d18fd",
		Source: "npm zxcvbn@4.4.2", Licence: "MIT", Credit: wheeler, Change: sorted,
	},
	{
		ID: "urlhaus-hosts", Stands: "malware hosts, most of them IPv4 addresses",
		Keys: 2908, Bytes: 45166,
		SHA256: "88feedd7077959dba48c0a4a5154d75f5bd7205ba996639cbc9d490e434d6da4",
		Source: "deb webext-ublock-origin-firefox@1.67.0+dfsg-1~deb12u1", Licence: "CC0-1.0",
		Credit: "urlhaus-filter, from abuse.ch URLhaus", Change: hostsOnly,
	},
	{
		ID: "words-american", Stands: "spell checker, Bloom's own use",
		Keys: 104334, Bytes: 985084,
		SHA256: "f747d6eeb411b8cdb3a61d0c9772b3702faed3948bc5cc5d9b18cabc07925e02",
		Source: "deb wamerican@2020.12.07-2", Licence: "LicenseRef-SCOWL",
		Credit: "SCOWL, Kevin Atkinson and others", Change: sorted,
	},
}
