import { useQuery } from '@tanstack/react-query';
import { Download, ExternalLink } from 'lucide-react';
import type { Invoice } from '#contract/subscription.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { formatMoney } from './plan-look.tsx';

const STATUS_TONES: Record<Invoice['status'], BadgeTone> = {
  draft: 'neutral',
  open: 'attention',
  paid: 'neutral',
  uncollectible: 'destructive',
  void: 'neutral',
};

export function Invoices() {
  const { t } = useTranslation('subscription');
  return (
    <section aria-labelledby="invoices" className="mt-10">
      <h2 id="invoices" className="font-bold text-xl leading-tight tracking-tight">
        {t('invoices.title')}
      </h2>
      <Card className="mt-4">
        <Loaded query={useQuery(query('listInvoices'))} skeleton={<Skeleton className="m-4 h-6" />}>
          {(invoices) =>
            invoices.length > 0 ? (
              <ul className="divide-y divide-hairline">
                {invoices.map((invoice) => (
                  <InvoiceRow key={invoice.id} invoice={invoice} />
                ))}
              </ul>
            ) : (
              <p className="p-4 text-ink-muted sm:px-6">{t('invoices.empty')}</p>
            )
          }
        </Loaded>
      </Card>
    </section>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('subscription');
  const { formatDate, language } = useCompanyTime();
  const { number, createdAt, status, total, currency, url, pdfUrl } = invoice;
  const date = formatDate(createdAt);
  // The provider calls a credit paid, too: nobody paid it, it was set off against later invoices.
  const shownStatus = status === 'paid' && total < 0 ? 'credited' : status;
  return (
    <li className="figures flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:flex-nowrap sm:px-6">
      <span className="font-medium sm:w-32 sm:shrink-0">{date}</span>
      <span className="wrap-anywhere min-w-0 text-ink-muted sm:flex-1">{number}</span>
      <span className="max-sm:order-last">
        <Badge tone={STATUS_TONES[status]}>{t(`invoices.statuses.${shownStatus}`)}</Badge>
      </span>
      <span className="font-semibold max-sm:ml-auto sm:w-24 sm:text-right">
        {formatMoney(total, currency, language)}
      </span>
      {(url || pdfUrl) && (
        <span className="flex gap-4 max-sm:order-last max-sm:ml-auto">
          {url && (
            <Outward
              href={url}
              label={t('invoices.open', { date })}
              Icon={ExternalLink}
              text={t('invoices.view')}
            />
          )}
          {pdfUrl && <Outward href={pdfUrl} label={t('invoices.pdf', { date })} Icon={Download} text="PDF" />}
        </span>
      )}
    </li>
  );
}

type OutwardProps = { href: string; label: string; text: string; Icon: typeof Download };

function Outward({ href, label, text, Icon }: OutwardProps) {
  return (
    <TextLink
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      className="inline-flex min-h-11 items-center gap-1.5"
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {text}
    </TextLink>
  );
}
