import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface CreationOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
}

/** Changes to an honest device's reply. */
export interface ResponseOverrides {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  readonly counter?: number;
  /** Signs other data than it sends. */
  readonly isForged?: boolean;
  /** The attestation statement, and the name of its format. */
  readonly statement?: readonly [form: string, statement: ReadonlyMap<string, unknown>];
}

const presentFlag = 0x01;
const verifiedFlag = 0x04;
const attestedFlag = 0x40;

/** Encodes the part of CBOR that an attestation needs. */
function cbor(value: unknown): Buffer {
  const head = (kind: number, size: number) => {
    const first = kind << 5;
    if (size < 24) return Buffer.from([first | size]);
    if (size < 256) return Buffer.from([first | 24, size]);
    return Buffer.from([first | 25, size >> 8, size & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new Error('CBOR of this is not needed.');
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [x32, y32] = [x, y].map((part) => Buffer.from(part, 'base64url'));
  // ES256 on P-256 (RFC 9053).
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, x32],
      [-3, y32],
    ]),
  );
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A device with one passkey, for tests without a browser. It increases its counter with each use. */
export function createDevice(siteUrl: string) {
  const { origin, hostname } = new URL(siteUrl);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') };
  const rest = { type: 'public-key', clientExtensionResults: {} } as const;
  let counter = 0;
  let userHandle = '';

  function clientData(type: string, challenge: string, lies: ResponseOverrides): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin }));
  }

  function authenticatorData(
    flags: number,
    lies: ResponseOverrides,
    rest = Buffer.alloc(0),
  ): Buffer {
    counter = lies.counter ?? counter + 1;
    const isVerified = lies.isVerified ?? true;
    const tail = Buffer.alloc(5);
    tail[0] = presentFlag | (isVerified ? verifiedFlag : 0) | flags;
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(lies.rpId ?? hostname), tail, rest]);
  }

  return {
    /** Creates the passkey. */
    create({ challenge, user }: CreationOptions, lies: ResponseOverrides = {}) {
      userHandle = user.id;
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const authData = authenticatorData(attestedFlag, lies, attested);
      const [form, stated] = lies.statement ?? ['none', new Map()];
      const statement = new Map<string, unknown>([
        ['fmt', form],
        ['attStmt', stated],
        ['authData', authData],
      ]);
      return {
        ...named,
        ...rest,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: cbor(statement).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge with the passkey. */
    use({ challenge }: RequestOptions, lies: ResponseOverrides = {}) {
      const data = clientData('webauthn.get', challenge, lies);
      const authData = authenticatorData(0, lies);
      const signed = Buffer.concat([authData, sha256(lies.isForged ? 'something else' : data)]);
      return {
        ...named,
        ...rest,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: lies.userHandle ?? userHandle,
        },
      };
    },
  };
}

export type Device = ReturnType<typeof createDevice>;
