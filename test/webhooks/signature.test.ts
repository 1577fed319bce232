// The signature of Standard Webhooks, held against the example that its libraries publish.

import { expect, test } from "vitest";
import { readSecrets, signedHeaders } from "../../src/webhooks/signature.js";

const published = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

test("the published example comes out as published", () => {
  const { secret, id, timestamp, body, signature } = published;
  expect(signedHeaders(readSecrets("ops", secret), id, timestamp, body)).toEqual({
    "webhook-id": id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": signature,
  });
});

test("there is a signature for each secret, the newest first", () => {
  const { secret, id, timestamp, body, signature } = published;
  const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const headers = signedHeaders(readSecrets("ops", [other, secret]), id, timestamp, body);
  const [first, second] = headers["webhook-signature"]?.split(" ") ?? [];
  expect(first).toMatch(/^v1,[\w+/]{43}=$/);
  expect(first).not.toBe(signature);
  expect(second).toBe(signature);
});
