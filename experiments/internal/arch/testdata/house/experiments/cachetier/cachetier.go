package cachetier

import (
	"github.com/bradfitz/gomemcache/memcache"
	"github.com/segmentio/kafka-go" // want experiment with servers
	"hashlab/datasets"
)
