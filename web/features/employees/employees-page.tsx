import { useQuery } from '@tanstack/react-query';
import { KeyRound, Mail, Pencil, SearchX, ShieldCheck, Trash2, UserPlus, Users, UserX } from 'lucide-react';
import { lazy, memo, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Employee } from '#contract/employees.ts';
import type { Language } from '#domain/languages.ts';
import { fullName, matchesSearch } from '#domain/names.ts';
import { useUser } from '#web/api/auth.ts';
import { employeesQuery } from '#web/api/employees.ts';
import { useSearchText } from '#web/forms/search-params.ts';
import { loadAreas } from '#web/i18n/i18n.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge, cappedCount } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { OpeningDialog } from '#web/ui/opening-dialog.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const EmployeeDialog = lazy(async () => {
  const [{ EmployeeDialog }] = await Promise.all([
    import('./employee-dialog.tsx'),
    loadAreas(['validation']),
  ]);
  return { default: EmployeeDialog };
});
const DeleteEmployeeDialog = lazy(async () => ({
  default: (await import('./delete-employee-dialog.tsx')).DeleteEmployeeDialog,
}));

const ResetFactorDialog = lazy(async () => ({
  default: (await import('./reset-factor-dialog.tsx')).ResetFactorDialog,
}));

type OpenDialog = { action: 'add' } | { action: 'edit' | 'delete' | 'resetFactor'; employee: Employee };

const GRID = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';

export function Component() {
  const { t } = useTranslation('employees');
  const user = useUser();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery(employeesQuery);
  const [search, setSearch] = useSearchText();
  const searched = useDeferredValue(search);
  const [dialog, setDialog] = useState<OpenDialog>();

  const employees = data && sorted(data, language);
  const found = employees?.filter((employee) => matchesSearch(searched, fullName(employee), employee.email));
  const isNobodyYet = employees?.every(({ id }) => id === user.id);
  const closeDialog = () => setDialog(undefined);
  const addButton = (
    <Button
      icon={<UserPlus className="size-5" aria-hidden="true" />}
      onClick={() => setDialog({ action: 'add' })}
    >
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={!isNobodyYet && addButton} />
      <div className="mt-6 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SearchField
          label={t('search')}
          clearLabel={t('common:clear')}
          value={search}
          onValueChange={setSearch}
          className="sm:max-w-md"
        />
        <p role="status" className="figures min-h-5 text-ink-muted text-sm">
          {employees &&
            found &&
            (searched.trim()
              ? t('found', { found: found.length, total: employees.length })
              : t('count', { count: employees.length }))}
        </p>
      </div>

      {!found && error && (
        <ErrorState
          title={t('common:loadFailed')}
          text={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      )}
      {!found && !error && <LoadingCards />}
      {found && found.length > 0 && (
        <ul className={GRID}>
          {found.map((employee) => (
            <EmployeeCard
              key={employee.id}
              employee={employee}
              isSelf={employee.id === user.id}
              openDialog={setDialog}
            />
          ))}
        </ul>
      )}
      {found?.length === 0 && searched.trim() && (
        <EmptyState
          icon={<SearchX />}
          title={t('noResults.title')}
          text={t('noResults.text', { search: searched.trim() })}
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              {t('noResults.clear')}
            </Button>
          }
        />
      )}
      {!searched.trim() && isNobodyYet && (
        <EmptyState
          icon={<Users />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={addButton}
          className="mt-4"
        />
      )}

      {dialog && (
        <Suspense fallback={<OpeningDialog label={t('common:loading')} />}>
          {dialog.action === 'delete' && (
            <DeleteEmployeeDialog employee={dialog.employee} onClose={closeDialog} />
          )}
          {dialog.action === 'resetFactor' && (
            <ResetFactorDialog employee={dialog.employee} onClose={closeDialog} />
          )}
          {dialog.action === 'edit' && (
            <EmployeeDialog
              employee={dialog.employee}
              onClose={closeDialog}
              onResetFactor={() => setDialog({ action: 'resetFactor', employee: dialog.employee })}
            />
          )}
          {dialog.action === 'add' && <EmployeeDialog employee={undefined} onClose={closeDialog} />}
        </Suspense>
      )}
    </>
  );
}

function sorted(employees: Employee[], language: Language): Employee[] {
  const { compare } = new Intl.Collator(language);
  return employees.toSorted((a, b) => compare(fullName(a), fullName(b)));
}

type EmployeeCardProps = {
  employee: Employee;
  /** Nobody deletes their own account (decisions.md §5). */
  isSelf: boolean;
  openDialog: (dialog: OpenDialog) => void;
};

const EmployeeCard = memo(function EmployeeCard({ employee, isSelf, openDialog }: EmployeeCardProps) {
  const { t } = useTranslation('employees');
  const name = fullName(employee);
  const { role, isActive, email, unreadMessages } = employee;
  const at = email.lastIndexOf('@');
  const [mailbox, domain] = [email.slice(0, at), email.slice(at)];
  return (
    // Of two hundred cards only those in sight are laid out and painted.
    <li className="[contain-intrinsic-size:auto_9rem] [content-visibility:auto]">
      <Card className="h-full gap-3 p-4">
        <div className="flex items-start gap-3">
          <Avatar firstName={employee.firstName} lastName={employee.lastName} className="mt-0.5" />
          <div className="min-w-0 flex-1">
            <h2 className="wrap-anywhere hyphens-auto font-semibold text-lg leading-snug">{name}</h2>
            <p className="wrap-anywhere text-ink-muted text-sm">
              {mailbox}
              <wbr />
              {domain}
            </p>
          </div>
          <div className="-mt-1.5 -mr-2 flex shrink-0">
            <IconButton
              label={t('editNamed', { name })}
              onClick={() => openDialog({ action: 'edit', employee })}
            >
              <Pencil className="size-5" aria-hidden="true" />
            </IconButton>
            {!isSelf && (
              <IconButton
                label={t('deleteNamed', { name })}
                onClick={() => openDialog({ action: 'delete', employee })}
              >
                <Trash2 className="size-5" aria-hidden="true" />
              </IconButton>
            )}
          </div>
        </div>
        <div className="mt-auto flex flex-wrap gap-2">
          <Badge icon={role === 'admin' && <ShieldCheck aria-hidden="true" />}>
            {t(`common:roles.${role}`)}
          </Badge>
          {isActive ? (
            <Badge>{t('common:active')}</Badge>
          ) : (
            <Badge tone="attention" icon={<UserX aria-hidden="true" />}>
              {t('common:inactive')}
            </Badge>
          )}
          {employee.mustChangePassword && (
            <Badge tone="attention" icon={<KeyRound aria-hidden="true" />}>
              {t('mustChangePassword')}
            </Badge>
          )}
          {unreadMessages > 0 && (
            <Badge icon={<Mail aria-hidden="true" />}>
              {t('unread', { count: unreadMessages, shown: cappedCount(unreadMessages) })}
            </Badge>
          )}
          {isSelf && <Badge>{t('yourAccount')}</Badge>}
        </div>
      </Card>
    </li>
  );
});

function LoadingCards() {
  const { t } = useTranslation();
  return (
    <Loading label={t('loading')} className={GRID}>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <Card key={index} className="gap-3 p-4">
          <div className="flex gap-3">
            <Skeleton className="mt-0.5 size-10" />
            <div className="flex flex-1 flex-col gap-2 py-0.5">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-2/3" />
            </div>
          </div>
          <div className="flex gap-2">
            <Skeleton className="h-6.5 w-24" />
            <Skeleton className="h-6.5 w-16" />
          </div>
        </Card>
      ))}
    </Loading>
  );
}
