import { useQuery } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { FlagText } from '#web/entries/flag-text.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';

/** Open ones all stand here, the others are only a reminder. */
const DISMISSED_SHOWN = 3;

/** What was seen in the viewer's scans, as administrators see it. Renders nothing without any. */
export function OwnFlags() {
  const { t } = useTranslation('flags');
  const { data: flags = [] } = useQuery(query('listOwnFlags'));
  const dismissed = flags.filter((flag) => flag.dismissed).slice(0, DISMISSED_SHOWN);
  const shown = flags.filter((flag) => !flag.dismissed || dismissed.includes(flag));
  if (shown.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('own.title')} text={t('own.text')} />
      <CardBody>
        <ul className="divide-y divide-edge/30">
          {shown.map((flag) => (
            <li key={flag.id} className="py-3 first:pt-0 last:pb-0">
              <FlagText flag={flag} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
