import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '#contract/api-keys.ts';
import { useIfAllowed } from '#web/call/plan.ts';
import { query } from '#web/call/query.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { RevokeApiKeyDialog } from './revoke-api-key-dialog.tsx';

const loadCreate = async () => (await import('./create-api-key-dialog.tsx')).CreateApiKeyDialog;

/** API keys, with which programs read the company's data. */
export function ApiKeysCard() {
  const { t } = useTranslation('api-keys');
  const keys = useQuery(query('listApiKeys'));
  const { ifAllowed, isPending } = useIfAllowed(({ features }) =>
    features.apiKeys ? undefined : t('needsPlan'),
  );
  const creation = useLazyDialog(loadCreate);
  const create = (
    <Button
      variant="secondary"
      className="self-start"
      icon={<Plus className="size-5" aria-hidden="true" />}
      pending={isPending}
      onClick={() => ifAllowed(undefined, () => creation.open({}))}
    >
      {t('create')}
    </Button>
  );
  return (
    <Card>
      <CardHeader title={t('title')} text={t('text')} />
      <CardBody className="flex flex-col gap-6">
        <Loaded query={keys}>
          {(known) => (
            <>
              {known.length > 0 && <ApiKeys keys={known} />}
              {create}
              <Usage />
            </>
          )}
        </Loaded>
      </CardBody>
      {creation.dialog}
    </Card>
  );
}

function ApiKeys({ keys }: { keys: ApiKey[] }) {
  const { t } = useTranslation('api-keys');
  const { formatDate, formatDateTime } = useCompanyTime();
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <>
      <DataTable
        caption={t('title')}
        rows={keys}
        rowKey={({ id }) => id}
        empty={null}
        columns={[
          {
            id: 'name',
            header: t('name'),
            lead: true,
            cell: ({ name, prefix, scopes }) => (
              <>
                <span className="wrap-anywhere block font-medium">{name}</span>
                <code className="font-mono font-normal text-ink-muted text-sm">{prefix}…</code>
                <span className="block text-ink-muted text-sm">
                  {scopes.map((scope) => t(`scopes.${scope}`)).join(' · ')}
                </span>
              </>
            ),
          },
          {
            id: 'created',
            header: t('created'),
            cell: ({ createdAt, createdBy }) => (
              <>
                <span className="figures block tabular:whitespace-nowrap">{formatDate(createdAt)}</span>
                <span className="wrap-anywhere block min-w-28 text-ink-muted text-sm">
                  <PersonLink id={createdBy.id} name={createdBy} />
                </span>
                {!createdBy.isHere && <Badge tone="attention">{t('makerGone')}</Badge>}
              </>
            ),
          },
          {
            id: 'lastUsed',
            header: t('lastUsed'),
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? <span className="figures">{formatDateTime(lastUsedAt)}</span> : t('unused'),
          },
          {
            id: 'expires',
            header: t('expires'),
            cell: ({ expiresAt }) =>
              expiresAt === null ? (
                t('never')
              ) : (
                <>
                  <span className="figures block tabular:whitespace-nowrap">{formatDate(expiresAt)}</span>
                  {Date.parse(expiresAt) <= serverNow() && <Badge tone="attention">{t('expired')}</Badge>}
                </>
              ),
          },
          {
            id: 'actions',
            header: t('actions'),
            actions: true,
            cell: (key) => (
              <IconButton
                className="cards:-ml-3"
                label={t('revoke.named', { name: key.name })}
                onClick={() => setRevoking(key)}
              >
                <Trash2 className="size-5" aria-hidden="true" />
              </IconButton>
            ),
          },
        ]}
      />
      {revoking && <RevokeApiKeyDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function Usage() {
  const { t } = useTranslation(['api-keys', 'company']);
  return (
    <Disclosure title={t('company:technical')}>
      <p className="text-ink-muted text-sm">{t('usage')}</p>
      <code className="wrap-anywhere w-full rounded-md bg-sunken px-3 py-2 font-mono text-sm">
        curl -H 'Authorization: Bearer maina_...' {location.origin}/api/people
      </code>
      <p className="text-ink-muted text-sm">{t('assistants')}</p>
      <code className="wrap-anywhere w-full rounded-md bg-sunken px-3 py-2 font-mono text-sm">
        {location.origin}/mcp
      </code>
      <TextLink href="/api/docs" target="_blank" rel="noreferrer">
        {t('docs')}
      </TextLink>
    </Disclosure>
  );
}
