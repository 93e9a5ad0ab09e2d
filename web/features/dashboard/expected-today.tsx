import type { ReactElement } from 'react';
import type { ExpectedState } from '#domain/expected.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import type { Expected, ExpectedShift } from './expected.ts';
import { FoldedList } from './folded-list.tsx';

/** Rows shown before "show all": who is at work comes soon after. */
const SHOWN = 3;
const QUIET: readonly ExpectedState[] = ['present', 'absent'];

/**
 * Who is planned today, or last night, and is not there or came late: plans beside facts. Those whose shift has not begun are only
 * counted. Nothing where there is nobody.
 */
export function ExpectedToday({ expected, today, now }: { expected: Expected; today: string; now: number }) {
  const { t } = useTranslation('dashboard');
  const locations = expected.locations
    .map(({ location, shifts }) => ({
      id: location?.id ?? '',
      name: location?.name ?? t('admin.expected.anywhere'),
      shifts: shifts
        .filter(
          ({ state, date, endsAt }) => !QUIET.includes(state) && (date === today || Date.parse(endsAt) > now),
        )
        .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)),
    }))
    .filter(({ shifts }) => shifts.length > 0);
  const { unplanned } = expected;
  if (locations.length + unplanned.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('admin.expected.title')} text={t('admin.expected.text')} />
      <CardBody className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2 xl:grid-cols-3">
        {locations.map(({ id, name, shifts }) => (
          <Location key={id} name={name} shifts={shifts} />
        ))}
        {unplanned.length > 0 && (
          <Group title={t('admin.expected.unplanned')}>
            {unplanned.map(({ user }) => (
              <li key={user.id} className="font-semibold">
                <PersonLink id={user.id} name={user} />
              </li>
            ))}
          </Group>
        )}
      </CardBody>
    </Card>
  );
}

function Location({ name, shifts }: { name: string; shifts: ExpectedShift[] }) {
  const { t } = useTranslation('dashboard');
  const { formatCount, formatMoment } = useBoardFormat();
  const coming = shifts.filter(({ state }) => state === 'coming');
  const [next] = coming;
  return (
    <Group
      title={name}
      note={
        next &&
        t('admin.expected.coming', { number: formatCount(coming.length), time: formatMoment(next.startsAt) })
      }
    >
      {shifts
        .filter(({ state }) => state !== 'coming')
        .map((shift) => (
          <ShiftRow key={shift.user.id + shift.startsAt} shift={shift} />
        ))}
    </Group>
  );
}

type GroupProps = { title: string; note?: string | undefined; children: ReactElement[] };

function Group({ title, note, children }: GroupProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="wrap-anywhere font-medium text-ink-muted text-sm">{title}</h3>
      {children.length > 0 && (
        <FoldedList label={title} shown={SHOWN}>
          {children}
        </FoldedList>
      )}
      {note && <p className="figures text-ink-muted text-sm">{note}</p>}
    </section>
  );
}

function ShiftRow({ shift: { user, state, startsAt, cameAt } }: { shift: ExpectedShift }) {
  const { t } = useTranslation('dashboard');
  const { formatMoment } = useBoardFormat();
  const facts = [
    t('admin.expected.planned', { time: formatMoment(startsAt) }),
    ...(cameAt ? [t('admin.expected.came', { time: formatMoment(cameAt) })] : []),
  ];
  return (
    <li className="flex items-baseline gap-x-3">
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
        <span className="min-w-0 font-semibold">
          <PersonLink id={user.id} name={user} />
        </span>
        <span className="figures text-ink-muted text-sm leading-6">{facts.join(', ')}</span>
      </span>
      {(state === 'late' || state === 'missing') && (
        <Badge tone={cameAt ? 'neutral' : 'attention'}>{t(`admin.expected.states.${state}`)}</Badge>
      )}
    </li>
  );
}
