import type { SubscriptionStatusView } from '#contract/subscription.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Card } from '#web/ui/card.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** Whom the company can ask, as far as its plan includes it and the operator provides it. */
export function Help({ help: { priority, manager } }: Pick<SubscriptionStatusView, 'help'>) {
  const { t } = useTranslation('subscription');
  if (!priority && !manager) return null;
  return (
    <section aria-labelledby="help" className="mt-10">
      <h2 id="help" className="font-bold text-xl leading-tight tracking-tight">
        {t('help.title')}
      </h2>
      <ul className="mt-4 grid gap-4 lg:grid-cols-2">
        {manager && (
          <li className="min-w-0">
            <Card className="h-full flex-row! items-center gap-4 p-4 sm:p-6">
              <img src={manager.photo} alt="" className="size-16 shrink-0 rounded-full object-cover" />
              <div className="min-w-0">
                <h3 className="text-ink-muted text-sm">{t('features.manager')}</h3>
                <p className="wrap-anywhere font-semibold text-lg leading-snug">{manager.name}</p>
                <Ways phone={manager.phone} email={manager.email} />
              </div>
            </Card>
          </li>
        )}
        {priority && (
          <li className="min-w-0">
            <Card className="h-full gap-1 p-4 sm:p-6">
              <h3 className="font-semibold text-lg leading-snug">{t('features.prioritySupport')}</h3>
              <p className="text-ink-muted">{t('help.hours', { hours: priority.hours })}</p>
              <Ways email={priority.email} />
            </Card>
          </li>
        )}
      </ul>
    </section>
  );
}

function Ways({ phone, email }: { phone?: string; email: string }) {
  return (
    <p className="flex flex-wrap gap-x-4">
      {phone && (
        <TextLink href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="inline-flex min-h-11 items-center">
          {phone}
        </TextLink>
      )}
      <TextLink href={`mailto:${email}`} className="wrap-anywhere inline-flex min-h-11 items-center">
        {email}
      </TextLink>
    </p>
  );
}
