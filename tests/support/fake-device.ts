/* A device that creates and uses passkeys by WebAuthn, with everything that an attacker could change. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { EndpointInput } from '#contract/index.ts';

type Changes = Partial<{
  /** The origin that the browser reports. */
  origin: string;
  type: string;
  rpId: string;
  challenge: string;
  /** The device did not verify its user with a finger, a face or a PIN. */
  unverified: boolean;
  counter: number;
  userHandle: string;
  signature: string;
}>;

export type FakeDevice = {
  create(
    options: { challenge: string; user: { id: string } },
    changes?: Changes,
  ): EndpointInput<'addPasskey'>['body']['credential'];
  use(
    options: { challenge: string },
    changes?: Changes,
  ): EndpointInput<'signInWithPasskey'>['body']['credential'];
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** A minimal CBOR encoder (RFC 8949): nothing is longer than 255 bytes. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    Buffer.from(size < 24 ? [(major << 5) | size] : [(major << 5) | 24, size]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, inner]) => [
    cbor(key),
    cbor(inner as Parameters<typeof cbor>[0]),
  ]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** A device with one ES256 key used at this origin. Counts its uses from 1. */
export function createFakeDevice(ownOrigin: string): FakeDevice {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let userHandle = '';
  let uses = 0;

  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? ownOrigin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (flags: number, changes: Changes, rest = Buffer.alloc(0)) => {
    uses += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(changes.counter ?? uses);
    const verified = changes.unverified ? 0 : USER_VERIFIED;
    const rpId = changes.rpId ?? new URL(ownOrigin).hostname;
    return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | verified]), counter, rest]);
  };
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };

  return {
    create({ challenge, user }, changes = {}) {
      userHandle = user.id;
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(ATTESTED, changes, attested)],
        ]),
      );
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, changes)),
          attestationObject: base64url(attestationObject),
        },
      };
    },
    use({ challenge }, changes = {}) {
      const clientDataJson = clientData('webauthn.get', challenge, changes);
      const data = authenticatorData(0, changes);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJson)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientDataJson),
          authenticatorData: base64url(data),
          signature: changes.signature ?? base64url(signature),
          userHandle: changes.userHandle ?? userHandle,
        },
      };
    },
  };
}
