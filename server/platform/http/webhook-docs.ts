/* What the description of the API says of webhooks. */
import * as z from 'zod';
import { type WebhookType, webhookData } from '#contract/webhooks.ts';

/** The same check in three languages. The tests run the first two; each answers the event, or refuses it with an error. */
export const verifications = {
  javascript: `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the bytes as they came, before JSON is parsed. secret: whsec_...
export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = headers;
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) throw new Error('too old, or of a wrong clock');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(id + '.' + at + '.' + body).digest();
  const isRight = given.split(' ').some((each) => {
    const signature = Buffer.from(each.slice('v1,'.length), 'base64');
    return each.startsWith('v1,') && signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  if (!isRight) throw new Error('not signed with this secret');
  return JSON.parse(body);
}`,
  python: `import base64, hashlib, hmac, json, time

# body: the bytes as they came, before JSON is parsed. secret: whsec_...
def verify(secret, headers, body):
    id, at, given = headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"]
    if abs(time.time() - int(at)) > 300:
        raise ValueError("too old, or of a wrong clock")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(signed).decode()
    if not any(hmac.compare_digest(expected, each) for each in given.split(" ")):
        raise ValueError("not signed with this secret")
    return json.loads(body)`,
  php: `<?php
// $body: file_get_contents('php://input'), before JSON is parsed. $secret: whsec_...
function verify(string $secret, array $headers, string $body): array {
    [$id, $at, $given] = [$headers['webhook-id'], $headers['webhook-timestamp'], $headers['webhook-signature']];
    if (abs(time() - (int) $at) > 300) throw new Exception('too old, or of a wrong clock');
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    foreach (explode(' ', $given) as $each) {
        if (hash_equals($expected, $each)) return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    }
    throw new Exception('not signed with this secret');
}`,
};

const sample = {
  type: 'time_entry.checked_in',
  timestamp: '2026-11-02T06:58:12.000Z',
  data: {
    person: { id: '0199c1de-4b7a-7c1e-8a55-3f1f5e0f7d11', firstName: 'Jānis', lastName: 'Kalniņš' },
    action: 'scan',
    actorId: '0199c1de-4b7a-7c1e-8a55-3f1f5e0f7d11',
    timeEntryId: '0199c1e2-90c4-7b3a-9d0e-6a2f4c8b1e77',
    before: null,
    after: {
      location: { id: '0199c1dd-02f1-7f6c-b2a4-51c09e7d3a20', name: 'Skanste' },
      checkIn: '2026-11-02T06:58:12.000Z',
      checkOut: null,
      checkInSource: 'qr',
      checkOutSource: null,
      approval: null,
    },
    break: null,
  },
} satisfies {
  type: WebhookType;
  timestamp: string;
  data: z.input<(typeof webhookData)['time_entry.checked_in']>;
};

const types = Object.keys(webhookData) as WebhookType[];

/** The section of the description. */
export const webhookSection = `## Webhooks
An administrator adds up to five addresses in the settings (Business plan; every plan during the trial). Each gets the events that it wants as POST requests by the [Standard Webhooks](https://www.standardwebhooks.com): ${types.map((type) => `\`${type}\``).join(', ')}. The shapes of \`data\` stand under "Webhooks" in \`/api/openapi.json\`; fields may be added. Times of \`person.changed\` and \`location.changed\` say when, the rest how they are when it is sent.

\`\`\`json
${JSON.stringify(sample, null, 2)}
\`\`\`

- **Answer 2xx within 15 seconds**, and do the work afterwards. Anything else, redirects included, is tried again for three days: after 1, 5 and 30 minutes, 2, 5, 10, 14, 20 and 20 hours. Then the webhook is turned off, and the administrators are mailed. Answer 410 to have it turned off at once.
- **At least once.** Keep each \`webhook-id\` for some days, and ignore one that you know: an answer may be lost, and events can be sent again by hand.
- **In order for each person or location.** An event that is not accepted holds back later ones of the same person, and nobody else's.
- What happens while a webhook is off is not noted. Read it by an API key.
- **Verify the signature** before you believe anything. For 24 hours after a new secret there are two signatures, divided by a space. Or use a [library](https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries).

\`\`\`js
${verifications.javascript}
\`\`\`

\`\`\`python
${verifications.python}
\`\`\`

\`\`\`php
${verifications.php}
\`\`\``;

const headers = {
  'webhook-id': 'The same for each try.',
  'webhook-timestamp': 'When it was tried, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the base64 of HMAC-SHA-256 over id, timestamp and body, joined by full stops; several are divided by spaces.',
};

/** The requests that receivers get, for the OpenAPI document. */
export const webhookRequests = Object.fromEntries(
  types.map((type) => [
    type,
    {
      post: {
        parameters: Object.entries(headers).map(([name, description]) => ({
          name,
          description,
          in: 'header' as const,
          required: true,
          schema: { type: 'string' as const },
        })),
        requestBody: { content: { 'application/json': { schema: schemaOf(type) } } },
        responses: { '2XX': { description: 'Accepted.' }, '410': { description: 'Turns the webhook off.' } },
      },
    },
  ]),
);

function schemaOf(type: WebhookType) {
  const shape = { type: z.literal(type), timestamp: z.iso.datetime(), data: webhookData[type] };
  const schema = Object.entries(z.toJSONSchema(z.object(shape)));
  // OpenAPI names the dialect once.
  return Object.fromEntries(schema.filter(([key]) => key !== '$schema'));
}
