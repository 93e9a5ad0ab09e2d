/* Encrypts what lies in the browser's storage, with a key that cannot be read out of the browser. */

/** `iv` null: the browser has no WebCrypto (a page without HTTPS), and `data` is plain. */
export type Sealed = { iv: Uint8Array<ArrayBuffer> | null; data: Uint8Array<ArrayBuffer> };

/** A new AES-GCM key that scripts can use but never read; null where the browser has none. */
export async function newSealingKey(): Promise<CryptoKey | null> {
  return (
    (await crypto.subtle?.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])) ??
    null
  );
}

export async function seal(key: CryptoKey | null, value: unknown): Promise<Sealed> {
  const plain = new TextEncoder().encode(JSON.stringify(value));
  if (!key) return { iv: null, data: plain };
  // 96 random bits: NIST SP 800-38D allows 2³² of them with one key.
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
  return { iv, data: new Uint8Array(data) };
}

/** Decrypts what `seal` returned. Rejects if it was encrypted with another key, or changed. */
export async function unseal<Value>(key: CryptoKey | null, { iv, data }: Sealed): Promise<Value> {
  if (iv && !key) throw new Error('The key is missing');
  const plain = iv && key ? await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data) : data;
  return JSON.parse(new TextDecoder().decode(plain));
}
