import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';

const PAGES = [
  'settings',
  'settingsTime',
  'settingsAbsences',
  'settingsPayroll',
  'kiosks',
  'settingsData',
] as const;
type SettingsPage = (typeof PAGES)[number];

/** A page of the company's settings, with the list of the others beside it, or above it on a phone. */
export function SettingsFrame({ page, children }: { page: SettingsPage; children: ReactNode }) {
  const { t } = useTranslation('nav');
  const pathTo = usePathTo();
  const navigate = useNavigate();
  // Managers have the devices alone.
  const hasAll = useReach('updateCompany');
  return (
    <div
      className={clsx('mx-auto w-full', hasAll ? 'max-w-6xl lg:grid lg:grid-cols-[14rem_1fr]' : 'max-w-4xl')}
    >
      {hasAll && (
        <>
          <nav aria-label={t('pages.settings')} className="hidden lg:block">
            <ul className="sticky top-24 flex flex-col gap-0.5 pr-8">
              {PAGES.map((name) => (
                <li key={name}>
                  <NavLink
                    end
                    to={pathTo(name)}
                    className={({ isActive }) =>
                      clsx(
                        'flex min-h-11 items-center rounded-md px-3 font-medium',
                        isActive ? 'bg-sunken text-ink' : 'text-ink-muted hover:text-ink',
                      )
                    }
                  >
                    {t(`settings.${name}`)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <Select
            aria-label={t('pages.settings')}
            className="mb-6 lg:hidden"
            value={page}
            onChange={({ target }) => navigate(pathTo(target.value as SettingsPage))}
            options={PAGES.map((value) => ({ value, label: t(`settings.${value}`) }))}
          />
        </>
      )}
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader
          title={t(hasAll ? `settings.${page}` : `titles.${page}`)}
          subtitle={hasAll && t('pages.settings')}
        />
        {children}
      </div>
    </div>
  );
}
