import { expect, it } from 'vitest';
import { newSealingKey, seal, unseal } from './sealing.ts';

const value = { name: 'Jānis', pin: '2580' };

it('what is sealed can be opened with its key alone, and the key cannot be read', async () => {
  const key = await newSealingKey();
  if (!key) throw new Error('no WebCrypto');
  const sealed = await seal(key, value);
  expect(new TextDecoder().decode(sealed.data)).not.toContain('2580');
  expect(await unseal(key, sealed)).toEqual(value);
  expect((await seal(key, value)).data).not.toEqual(sealed.data);
  await expect(unseal(await newSealingKey(), sealed)).rejects.toThrow();
  await expect(unseal(null, sealed)).rejects.toThrow();
  sealed.data[0] = (sealed.data[0] ?? 0) ^ 1;
  await expect(unseal(key, sealed)).rejects.toThrow();
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

it('without WebCrypto it is kept as it is', async () => {
  expect(await unseal(null, await seal(null, value))).toEqual(value);
});
