import { useQuery } from '@tanstack/react-query';
import { ListChecks, Printer, Send, SlidersHorizontal, UserX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListedEmployee } from '#contract/employees.ts';
import { ROLES } from '#contract/policy.ts';
import { MAX_PEOPLE_AT_ONCE } from '#domain/employees.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { type EmployeeFilters, SHOWN, SORTS } from './employee-filters.ts';

const loadDeactivate = async () => (await import('./deactivate-dialog.tsx')).DeactivateDialog;

export type Choosing = {
  /** Undefined while nobody is being selected. */
  chosen: ReadonlySet<string> | undefined;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
};

type EmployeeToolbarProps = Choosing & {
  filters: EmployeeFilters;
  /** How many there are. */
  total: number;
  onChoosing: (isChoosing: boolean) => void;
  /** Those that the filters leave. */
  shown: ListedEmployee[];
};

/** More people than this are found by filters. */
const FILTERS_FROM = 16;

/** Filters and order of the list, and what can be done with several people at once. */
export function EmployeeToolbar({
  filters,
  total,
  shown,
  chosen,
  onChoose,
  onChoosing,
}: EmployeeToolbarProps) {
  const { t } = useTranslation(['employees', 'common']);
  const { data: locations = [] } = useQuery(query('listLocations'));
  const order = `${filters.isDescending ? '-' : ''}${filters.sort}`;
  const areAllChosen = shown.length > 0 && shown.every(({ id }) => chosen?.has(id));
  const [isUnfolded, setIsUnfolded] = useState(() => (filters.filter ? true : undefined));
  const hasFilters = isUnfolded ?? total >= FILTERS_FROM;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          variant="ghost"
          className="-ml-3"
          aria-expanded={hasFilters}
          icon={<SlidersHorizontal className="size-5" aria-hidden="true" />}
          onClick={() => setIsUnfolded(!hasFilters)}
        >
          {t('filters.label')}
        </Button>
        <Button
          variant="ghost"
          aria-pressed={chosen !== undefined}
          icon={<ListChecks className="size-5" aria-hidden="true" />}
          onClick={() => onChoosing(!chosen)}
        >
          {t('choose.start')}
        </Button>
        {chosen && (
          <Button
            variant="ghost"
            onClick={() =>
              onChoose(
                shown.map(({ id }) => id),
                !areAllChosen,
              )
            }
          >
            {t(areAllChosen ? 'choose.none' : 'choose.all', { count: shown.length })}
          </Button>
        )}
      </div>
      {hasFilters && (
        <div className="mb-3 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:*:w-44">
          <Select
            aria-label={t('filters.show')}
            value={filters.shown ?? ''}
            onChange={({ target }) => filters.setShown(target.value)}
            emptyLabel={t('filters.everybody')}
            options={SHOWN.map((value) => ({ value, label: t(`filters.${value}`) }))}
          />
          <Select
            aria-label={t('form.role')}
            value={filters.role ?? ''}
            onChange={({ target }) => filters.setRole(target.value)}
            emptyLabel={t('filters.allRoles')}
            options={ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))}
          />
          <Select
            aria-label={t('filters.location')}
            value={filters.location ?? ''}
            onChange={({ target }) => filters.setLocation(target.value)}
            emptyLabel={t('filters.allLocations')}
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Select
            aria-label={t('sort.label')}
            className="md:w-60!"
            value={order}
            onChange={({ target: { value } }) =>
              filters.setSort(SORTS.find((one) => value.endsWith(one)) ?? 'name', value.startsWith('-'))
            }
            options={SORTS.map((value) => ({
              // Who came last first, unless the table is turned round.
              value: value === filters.sort ? order : value === 'checkIn' ? '-checkIn' : value,
              label: `${t('sort.label')}: ${t(`sort.${value}`)}`,
            }))}
          />
        </div>
      )}
      <ChosenBar chosen={shown.filter(({ id }) => chosen?.has(id))} onChoose={onChoose} />
    </>
  );
}

function ChosenBar({ chosen, onChoose }: { chosen: ListedEmployee[]; onChoose: Choosing['onChoose'] }) {
  const { t } = useTranslation('employees');
  const pathTo = usePathTo();
  const deactivate = useLazyDialog(loadDeactivate);
  const { send, isPending } = useInviteChosen();
  const ids = chosen.map(({ id }) => id);
  const invited = chosen.filter(
    ({ role, isActive, invitation }) => role === 'employee' && isActive && invitation.state !== 'accepted',
  );
  const byMail = invited.filter(({ email }) => email);
  const onPaper = invited.filter(({ email }) => !email);
  const clear = () => onChoose(ids, false);
  return (
    <>
      {chosen.length > 0 && (
        <section
          aria-label={t('choose.title')}
          className="sticky top-18 z-20 mb-4 flex flex-wrap items-center gap-2 rounded-lg border border-edge bg-surface p-3 shadow-float"
        >
          <p role="status" className="figures mr-auto font-semibold">
            {t('choose.count', { count: chosen.length })}
          </p>
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            icon={<Send className="size-4" aria-hidden="true" />}
            disabled={byMail.length === 0}
            pending={isPending}
            onClick={() => send(byMail.slice(0, MAX_PEOPLE_AT_ONCE).map(({ id }) => id))}
          >
            {t('choose.invite')}
          </Button>
          {onPaper.length > 0 && (
            <Button asChild variant="secondary" size="small" className="min-h-11">
              <Link
                to={`${pathTo('invitationSheets')}?people=${onPaper
                  .slice(0, MAX_PEOPLE_AT_ONCE)
                  .map(({ id }) => id)
                  .join(',')}`}
              >
                <Printer className="size-4" aria-hidden="true" />
                {t('choose.printInvitations')}
              </Link>
            </Button>
          )}
          {ids.length <= MAX_PEOPLE_AT_ONCE && (
            <Button asChild variant="secondary" size="small" className="min-h-11">
              <Link to={`${pathTo('badges')}?people=${ids.join(',')}`}>
                <Printer className="size-4" aria-hidden="true" />
                {t('badges.title')}
              </Link>
            </Button>
          )}
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            icon={<UserX className="size-4" aria-hidden="true" />}
            onClick={() => deactivate.open({ people: chosen, onDone: clear })}
          >
            {t('choose.deactivate')}
          </Button>
          <Button variant="ghost" size="small" className="min-h-11" onClick={clear}>
            {t('choose.clear')}
          </Button>
        </section>
      )}
      {deactivate.dialog}
    </>
  );
}

/** Mails links and says how many were sent. */
export function useInviteChosen() {
  const { t } = useTranslation('employees');
  const { toast } = useToast();
  const { mutate, isPending } = useCall('inviteEmployees', { timeoutMs: 60_000 });
  const send = (ids?: string[]) =>
    mutate(
      { body: ids ? { userIds: ids } : null },
      {
        onSuccess: ({ sent, left }) =>
          toast({
            title: t('invitation.sentAgain', { sent }),
            ...(left > 0 && { description: t('invitation.leftOver', { left }) }),
            tone: 'success',
          }),
      },
    );
  return { send, isPending };
}

export function AtWorkBadge({ employee: { lastEntry } }: { employee: ListedEmployee }) {
  if (!lastEntry?.isOpen) return null;
  return (
    <Badge tone="working" dot>
      {lastEntry.location.name}
    </Badge>
  );
}

type TickProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** A checkbox whose label is for screen readers only. */
export function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="-m-2 grid size-11 shrink-0 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-ink"
      />
    </label>
  );
}
