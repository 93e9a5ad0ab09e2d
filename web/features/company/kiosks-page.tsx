import { useQuery } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import { CompanyCodeCard } from './company-code-card.tsx';
import { CompanyForm } from './company-form.tsx';
import { KiosksCard } from './kiosks-card.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const BOARD_NAMES = ['names', 'initials'] as const;

/** The devices at the locations, of which managers see those of their own, and the programs that join in. */
export function Component() {
  const isOfCompany = useReach('updateCompany');
  return (
    <SettingsFrame page="kiosks">
      <KiosksCard />
      {isOfCompany && (
        <>
          <ForEverybody />
          <ApiKeysCard />
          <WebhooksCard />
        </>
      )}
    </SettingsFrame>
  );
}

/** The settings that all devices share. */
function ForEverybody() {
  const { t } = useTranslation('company');
  const pathTo = usePathTo();
  return (
    <Loaded query={useQuery(query('getCompany'))}>
      {(settings) => (
        <>
          <CompanyCodeCard code={settings.code} />
          <CompanyForm
            company={settings}
            part="wall"
            title={t('wall')}
            text={t('fields.boardNamesHint', { address: location.host + pathTo('board') })}
          >
            {(form) => (
              <form.SelectField
                name="boardNames"
                label={t('fields.boardNames')}
                options={BOARD_NAMES.map((value) => ({ value, label: t(`boardNames.${value}`) }))}
              />
            )}
          </CompanyForm>
        </>
      )}
    </Loaded>
  );
}
