/** A company whose people scan. */
import { randomBytes, randomUUID } from 'node:crypto';
import { generateLocationCode } from '#domain/location-code.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { newCompanySecret } from '#server/platform/secrets/company-secret.ts';

export type GateCompany = { companyId: string; people: { id: string; token: string }[]; codes: string[] };

/** Creates a company with two locations and this many people, each signed in on a phone, in a migrated database. */
export async function createGateCompany(connectionString: string, people: number): Promise<GateCompany> {
  const companyId = randomUUID();
  const crew = Array.from({ length: people }, () => ({ id: randomUUID(), ...newCompanySecret(companyId) }));
  const codes = [generateLocationCode(randomBytes), generateLocationCode(randomBytes)];
  await withClient(connectionString, async (client) => {
    await client.query(
      `insert into company (id, name, email, subscription_status, trial_ends_at)
        values ($1::uuid, 'Gate', $1 || '@gate.example', 'active', now())`,
      [companyId],
    );
    await client.query(
      `insert into users (company_id, id, email, password_hash, first_name, last_name)
        select $1, id, id || '@gate.example', '', 'Person', id::text from unnest($2::uuid[]) id`,
      [companyId, crew.map(({ id }) => id)],
    );
    await client.query(
      `insert into session (token_hash, company_id, user_id, expires_at)
        select token_hash, $1, id, now() + interval '30 days' from unnest($2::uuid[], $3::bytea[]) s (id, token_hash)`,
      [companyId, crew.map(({ id }) => id), crew.map(({ hash }) => hash)],
    );
    await client.query(
      `insert into location (company_id, id, name, qr_code)
        select $1, gen_random_uuid(), 'Gate ' || code, code from unnest($2::text[]) code`,
      [companyId, codes],
    );
    await client.query(
      `insert into directory (kind, key, company_id, id)
        select 'email', email, company_id, id from users where company_id = $1`,
      [companyId],
    );
  });
  return { companyId, people: crew.map(({ id, secret }) => ({ id, token: secret })), codes };
}
