// Receives the webhooks of your bots: checks the signature of each, answers at once, and works on each event once.
//
//	WEBHOOK_SECRET=whsec_… PORT=9000 go run receiver.go
//
// Go 1.21 or newer, nothing to install. Put it behind whatever gives your other services TLS and a limit on sizes.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const oldest = 5 * time.Minute

const refused = "refused: the signature does not verify: is WEBHOOK_SECRET that of the subscription, or the project's for webhooks of a bot's own?"

type event struct {
	IdempotencyKey string          `json:"idempotency_key"`
	BotID          string          `json:"bot_id"`
	Trigger        string          `json:"trigger"`
	Data           json.RawMessage `json:"data"`
}

// In production a column with a unique index in your database, whose rows are kept for two days.
var seen sync.Map

// isGenuine says whether these bytes were signed with our secret in the last minutes (https://www.standardwebhooks.com).
func isGenuine(secret []byte, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > oldest {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// Several, while a secret is being changed: one of them is enough.
	for _, given := range strings.Fields(headers.Get("webhook-signature")) {
		if hmac.Equal(expected, []byte(given)) {
			return true
		}
	}
	return false
}

func handle(e event) error {
	switch e.Trigger {
	case "bot.state_change":
		var data struct {
			NewState     string  `json:"new_state"`
			EventSubType *string `json:"event_sub_type"`
		}
		if err := json.Unmarshal(e.Data, &data); err != nil {
			return err
		}
		why := ""
		if data.EventSubType != nil {
			why = " (" + *data.EventSubType + ")"
		}
		fmt.Printf("%s is %s%s\n", e.BotID, data.NewState, why)
	case "transcript.update":
		var data struct {
			SpeakerName   string `json:"speaker_name"`
			Transcription struct {
				Transcript string `json:"transcript"`
			} `json:"transcription"`
		}
		if err := json.Unmarshal(e.Data, &data); err != nil {
			return err
		}
		fmt.Printf("%s %s: %s\n", e.BotID, data.SpeakerName, data.Transcription.Transcript)
	}
	return nil
}

func receive(body []byte) {
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		log.Print(err)
		return
	}
	if _, known := seen.LoadOrStore(e.IdempotencyKey, true); known {
		return
	}
	if err := handle(e); err != nil {
		log.Print(err)
	}
}

func main() {
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(secret) == 0 {
		log.Fatal("set WEBHOOK_SECRET to the secret that signs your webhooks: whsec_…")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "9000"
	}
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on port %d\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !isGenuine(secret, r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			log.Print(refused)
			return
		}
		// The answer first, the work afterwards: whoever waits longer than 15 seconds sends it again.
		w.WriteHeader(http.StatusNoContent)
		go receive(body)
	})))
}
