import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, IdCard, Printer } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { EndpointResponse } from '#contract/index.ts';
import { MAX_PEOPLE_AT_ONCE } from '#domain/employees.ts';
import { byFullName, fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { request } from '#web/call/request.ts';
import { useReach, useUser } from '#web/call/user.ts';
import { drawQrCode } from '#web/files/qr-drawing.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Paper } from '#web/ui/paper.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const CARDS_ON_A_SHEET = 10;

/** Cards with badges: whom they are for is chosen here and stands in the address. */
export function Component() {
  const { t } = useTranslation('employees');
  const pathTo = usePathTo();
  const language = useLanguage();
  const [people, setPeople] = useAddressParam('people');
  const chosen = useMemo(() => (people ? people.split(',') : []), [people]);
  const isAdmin = useReach('listEmployees') !== undefined;
  const employees = useQuery(query('listPeople', { query: {} }));
  // Managers hand out badges to employees only.
  const sorted = (employees.data ?? [])
    .filter(({ role }) => isAdmin || role === 'employee')
    .toSorted(byFullName(language));
  const known = sorted.filter(({ id }) => chosen.includes(id)).map(({ id }) => id);
  const isTooMany = known.length > MAX_PEOPLE_AT_ONCE;
  const badges = useQuery({
    // Makes first badges; nothing keeps the answer.
    queryKey: ['employees', 'badges', ...known],
    queryFn: ({ signal }) =>
      known.length > 0 ? request('listBadges', { body: { userIds: known } }, { signal }) : [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: employees.isSuccess && !isTooMany,
  });
  const choose = (ids: string[]) => setPeople(ids.length > 0 ? ids.join(',') : null);
  return (
    <div className="min-h-dvh pb-8 print:min-h-0 print:bg-white print:pb-0">
      {/* Without a page margin the browser prints no URL and date; the sheets have their own. */}
      <Paper margin="0" />
      <header className="mx-auto flex w-full max-w-4xl flex-wrap items-center gap-3 px-4 py-4 print:hidden">
        <Button asChild variant="secondary" className="mr-auto">
          <Link
            to={
              isAdmin || !people
                ? pathTo(isAdmin ? 'employees' : 'dashboard')
                : pathTo('person', { id: people.split(',')[0] ?? '' })
            }
          >
            <ArrowLeft className="size-5" aria-hidden="true" />
            {t(isAdmin ? 'badges.back' : 'badges.backToPerson')}
          </Link>
        </Button>
        <Button
          icon={<Printer className="size-5" aria-hidden="true" />}
          disabled={!badges.data?.length}
          onClick={() => print()}
        >
          {t('badges.print')}
        </Button>
      </header>
      <main className="mx-auto w-full max-w-4xl px-4 print:max-w-none print:px-0">
        <div className="mb-6 flex flex-col gap-4 print:hidden">
          <h1 tabIndex={-1} className="font-bold text-3xl leading-tight">
            {t('badges.title')}
          </h1>
          <p className="text-ink-muted">{t('badges.hint')}</p>
          <Loaded query={employees} skeleton={<Skeleton className="h-48" />}>
            {() => (
              <fieldset>
                <legend className="mb-2 font-semibold">{t('badges.choose')}</legend>
                <div className="mb-3 flex flex-wrap items-center gap-2">
                  <Button
                    size="small"
                    variant="secondary"
                    onClick={() => choose(sorted.filter(({ isActive }) => isActive).map(({ id }) => id))}
                  >
                    {t('badges.all')}
                  </Button>
                  <Button size="small" variant="secondary" onClick={() => choose([])}>
                    {t('badges.none')}
                  </Button>
                  <p role="status" className="figures ml-2 text-ink-muted">
                    {t('badges.chosen', { count: known.length })}
                  </p>
                </div>
                <ul className="grid max-h-80 gap-x-6 overflow-y-auto rounded-md border border-hairline p-3 sm:grid-cols-2 md:grid-cols-3">
                  {sorted.map((person) => (
                    <li key={person.id}>
                      <Checkbox
                        label={fullName(person)}
                        checked={chosen.includes(person.id)}
                        onChange={({ target }) =>
                          choose(
                            target.checked ? [...known, person.id] : known.filter((id) => id !== person.id),
                          )
                        }
                      />
                    </li>
                  ))}
                </ul>
              </fieldset>
            )}
          </Loaded>
        </div>
        {isTooMany ? (
          <Alert tone="attention" role="alert" className="print:hidden">
            {t('badges.limit')}
          </Alert>
        ) : (
          employees.isSuccess && (
            <Loaded query={badges} withAge={false} skeleton={<Skeleton className="h-96" />}>
              {(cards) =>
                cards.length > 0 ? (
                  <Sheets cards={cards} />
                ) : (
                  <EmptyState icon={<IdCard />} title={t('badges.empty')} className="print:hidden" />
                )
              }
            </Loaded>
          )
        )}
      </main>
    </div>
  );
}

type Card = EndpointResponse<'listBadges'>[number];

/** A4 sheets of two columns of five cards, each 85.6 × 54 mm (ISO/IEC 7810 ID-1), with hairlines to cut along. */
function Sheets({ cards }: { cards: Card[] }) {
  const sheets = Array.from({ length: Math.ceil(cards.length / CARDS_ON_A_SHEET) }, (_, index) =>
    cards.slice(index * CARDS_ON_A_SHEET, (index + 1) * CARDS_ON_A_SHEET),
  );
  return (
    <div className="flex flex-col gap-6 overflow-x-auto print:gap-0 print:overflow-visible">
      {sheets.map((sheet) => (
        <section
          key={sheet[0]?.userId}
          className="grid h-[297mm] w-[210mm] shrink-0 grid-cols-[85.6mm_85.6mm] grid-rows-[repeat(5,54mm)] place-content-center border border-hairline bg-white text-black print:border-0 [&:not(:last-child)]:break-after-page"
        >
          {sheet.map((card) => (
            <BadgeCard key={card.userId} card={card} />
          ))}
        </section>
      ))}
    </div>
  );
}

function BadgeCard({ card }: { card: Card }) {
  const { t } = useTranslation('employees');
  const { company } = useUser();
  const { viewBox, path } = drawQrCode(card.badge);
  return (
    <article className="flex items-center gap-[3mm] overflow-hidden border-[0.1mm] border-edge p-[4mm]">
      <svg
        role="img"
        aria-label={t('badges.qr', { name: fullName(card) })}
        viewBox={viewBox}
        shapeRendering="crispEdges"
        className="size-[42mm] shrink-0"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className="flex h-full min-w-0 flex-1 flex-col justify-between">
        <h2 className="wrap-anywhere line-clamp-5 hyphens-auto font-bold text-[5mm] leading-[1.15]">
          {fullName(card)}
        </h2>
        <div>
          {card.personalNumber && (
            <p className="mb-[1.5mm] text-[3.2mm] leading-tight">
              {t('form.personalNumber')}
              <span className="figures block font-bold text-[5mm] leading-none">{card.personalNumber}</span>
            </p>
          )}
          <p className="wrap-anywhere line-clamp-3 text-[3.2mm] leading-tight">{company.name}</p>
          <Mark className="mt-[1.5mm] size-[5mm]" />
        </div>
      </div>
    </article>
  );
}
