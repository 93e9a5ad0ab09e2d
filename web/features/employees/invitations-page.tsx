import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer, QrCode } from 'lucide-react';
import { Link } from 'react-router';
import type { EndpointResponse } from '#contract/index.ts';
import { byFullName, fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { drawQrCode } from '#web/files/qr-drawing.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Paper } from '#web/ui/paper.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Invitation = EndpointResponse<'createInvitations'>['invitations'][number];

/**
 * Invitations to print for people without an e-mail address, six on an A4 sheet, to be cut and handed over. Links are made by a
 * button and not by opening the page, because new ones end those that were printed before.
 */
export function Component() {
  const { t } = useTranslation('employees');
  const pathTo = usePathTo();
  const language = useLanguage();
  const [people] = useAddressParam('people');
  const chosen = new Set(people?.split(','));
  const employees = useQuery(query('listEmployees'));
  const { mutate: make, data: made, isPending } = useCall('createInvitations', { timeoutMs: 60_000 });
  return (
    <div className="min-h-dvh pb-8 print:min-h-0 print:bg-white print:pb-0">
      <Paper margin="0" />
      <header className="mx-auto flex w-full max-w-4xl flex-wrap items-center gap-3 px-4 py-4 print:hidden">
        <Button asChild variant="secondary" className="mr-auto">
          <Link to={pathTo('employees')}>
            <ArrowLeft className="size-5" aria-hidden="true" />
            {t('badges.back')}
          </Link>
        </Button>
        {made && (
          <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => print()}>
            {t('badges.print')}
          </Button>
        )}
      </header>
      <main className="mx-auto w-full max-w-4xl px-4 print:max-w-none print:px-0">
        <div className="mb-6 flex flex-col gap-4 print:hidden">
          <h1 tabIndex={-1} className="font-bold text-3xl leading-tight">
            {t('invitation.sheet.title')}
          </h1>
          <p className="text-ink-muted">{t('invitation.sheet.hint')}</p>
          {made ? (
            made.left > 0 && (
              <Alert tone="attention">{t('invitation.sheet.left', { count: made.left })}</Alert>
            )
          ) : (
            <Loaded query={employees} skeleton={<Skeleton className="h-24" />}>
              {(all) => {
                const shown = all.filter(({ id }) => chosen.has(id)).toSorted(byFullName(language));
                return (
                  <>
                    <ul className="columns-2 gap-6 md:columns-3">
                      {shown.map((person) => (
                        <li key={person.id} className="wrap-anywhere">
                          {fullName(person)}
                        </li>
                      ))}
                    </ul>
                    <Button
                      className="self-start"
                      icon={<QrCode className="size-5" aria-hidden="true" />}
                      disabled={shown.length === 0}
                      pending={isPending}
                      onClick={() => make({ body: { userIds: shown.map(({ id }) => id) } })}
                    >
                      {t('invitation.sheet.make', { count: shown.length })}
                    </Button>
                  </>
                );
              }}
            </Loaded>
          )}
        </div>
        {made && <Sheets invitations={made.invitations} />}
      </main>
    </div>
  );
}

const ON_A_SHEET = 6;

/** A4 sheets of two columns of three cards, with hairlines to cut along. */
function Sheets({ invitations }: { invitations: Invitation[] }) {
  const sheets = Array.from({ length: Math.ceil(invitations.length / ON_A_SHEET) }, (_, index) =>
    invitations.slice(index * ON_A_SHEET, (index + 1) * ON_A_SHEET),
  );
  return (
    <div className="flex flex-col gap-6 overflow-x-auto print:gap-0 print:overflow-visible">
      {sheets.map((sheet) => (
        <section
          key={sheet[0]?.userId}
          className="grid h-[297mm] w-[210mm] shrink-0 grid-cols-[95mm_95mm] grid-rows-[repeat(3,92mm)] place-content-center border border-hairline bg-white text-black print:border-0 [&:not(:last-child)]:break-after-page"
        >
          {sheet.map((invitation) => (
            <InvitationCard key={invitation.userId} invitation={invitation} />
          ))}
        </section>
      ))}
    </div>
  );
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('employees');
  const { company } = useUser();
  const { formatDateTime } = useCompanyTime();
  const { viewBox, path } = drawQrCode(invitation.url);
  return (
    <article className="flex flex-col items-center justify-between overflow-hidden border-[0.1mm] border-edge p-[5mm] text-center">
      <div>
        <h2 className="wrap-anywhere line-clamp-2 font-bold text-[5.5mm] leading-[1.15]">
          {fullName(invitation)}
        </h2>
        <p className="wrap-anywhere line-clamp-1 text-[3.4mm]">{company.name}</p>
      </div>
      <svg
        role="img"
        aria-label={t('invitation.sheet.qr', { name: fullName(invitation) })}
        viewBox={viewBox}
        shapeRendering="crispEdges"
        className="size-[45mm] shrink-0"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className="flex items-center gap-[2mm] text-left text-[3.2mm] leading-tight">
        <Mark className="size-[5mm] shrink-0" />
        <p>{t('invitation.sheet.how', { time: formatDateTime(invitation.expiresAt) })}</p>
      </div>
    </article>
  );
}
