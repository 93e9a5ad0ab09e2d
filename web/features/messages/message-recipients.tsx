import { useQuery } from '@tanstack/react-query';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Message, MessageRecipient } from '#contract/messages.ts';
import { query } from '#web/call/query.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** For administrators: how many have read a message, and who has not. */
export function MessageRecipients({ message }: { message: Message }) {
  const { t } = useTranslation('messages');
  const result = useQuery(query('listMessageRecipients', { params: { id: message.id } }));
  return (
    <section aria-label={t('recipients.title')} className="mt-6 border-hairline border-t pt-5">
      <Loaded
        query={result}
        failedTitle={t('recipients.failed')}
        skeleton={<Skeleton className="h-5 w-40" />}
      >
        {(recipients) =>
          recipients.length > 0 ? (
            <Recipients recipients={recipients} isOnePerson={message.recipientId !== null} />
          ) : (
            <p className="max-w-prose text-ink-muted">
              {t(message.locationId ? 'recipients.nobodyAtLocation' : 'recipients.nobody')}
            </p>
          )
        }
      </Loaded>
    </section>
  );
}

type RecipientsProps = { recipients: MessageRecipient[]; isOnePerson: boolean };

function Recipients({ recipients, isOnePerson }: RecipientsProps) {
  const { t } = useTranslation('messages');
  const { formatDateTime } = useCompanyTime();
  const readers = recipients.filter(({ readAt }) => readAt !== null);
  const others = recipients.filter(({ readAt }) => readAt === null);
  const [only] = recipients;
  if (isOnePerson && only) {
    return (
      <p className="figures flex items-center gap-2 text-ink-muted">
        {only.readAt && <Check className="size-5 shrink-0 text-working-text" aria-hidden="true" />}
        {only.readAt
          ? t('recipients.readAt', { time: formatDateTime(only.readAt) })
          : t('recipients.notRead')}
      </p>
    );
  }
  const [read, total] = [readers.length, recipients.length];
  return (
    <>
      <Progress
        label={t('recipients.title')}
        value={read}
        max={total}
        valueText={t('recipients.readBy', { read, total })}
        tone={read === total ? 'working' : 'neutral'}
        className="mb-2"
      />
      {others.length > 0 && (
        <Group title={t('recipients.unread', { total: others.length })} isOpen>
          {others.map(({ user }) => (
            <li key={user.id} className="wrap-anywhere break-inside-avoid py-1">
              <PersonLink id={user.id} name={user} />
            </li>
          ))}
        </Group>
      )}
      {readers.length > 0 && (
        <Group title={t('recipients.read', { total: readers.length })} isOpen={others.length === 0}>
          {readers.map(({ user, readAt }) => (
            <li key={user.id} className="flex break-inside-avoid flex-wrap justify-between gap-x-3 py-1">
              <span className="wrap-anywhere min-w-0">
                <PersonLink id={user.id} name={user} />
              </span>
              {readAt && (
                <time dateTime={readAt} className="figures text-ink-muted">
                  {formatDateTime(readAt)}
                </time>
              )}
            </li>
          ))}
        </Group>
      )}
    </>
  );
}

function Group({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-11 items-center gap-1 rounded-sm font-medium text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-5 shrink-0 text-ink-muted transition-transform duration-150 group-open:rotate-90"
          aria-hidden="true"
        />
        <span className="figures">{title}</span>
      </summary>
      <ul className="columns-[16rem] gap-x-8 pb-2 pl-6 text-sm">{children}</ul>
    </details>
  );
}
