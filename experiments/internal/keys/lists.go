package keys

func init() {
	registerSet("passwords", "passwords-zxcvbn", "common passwords: what a sign-up page refuses")
	registerSet("ipv4-ranges", "ipv4-range-starts", "first addresses of assigned IPv4 ranges, as text")
	registerSet("malware-hosts", "urlhaus-hosts", "hosts that served malware, most of them IPv4 addresses")
}
