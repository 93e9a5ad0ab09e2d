import { clsx } from 'clsx';
import { NavLink } from 'react-router';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** The two pages that the schedule's entry of the navigation has: shifts and absences. */
export function PlanningLinks() {
  const { t } = useTranslation('nav');
  const pathTo = usePathTo();
  return (
    <nav aria-label={t('pages.schedule')} className="flex gap-1 border-hairline border-b print:hidden">
      {(['schedule', 'absences'] as const).map((page) => (
        <NavLink
          key={page}
          to={pathTo(page)}
          className={({ isActive }) =>
            clsx(
              'flex min-h-11 items-center border-b-2 px-3 font-medium transition-colors duration-150 focus-visible:-outline-offset-2',
              isActive ? 'border-ink text-ink' : 'border-transparent text-ink-muted hover:text-ink',
            )
          }
        >
          {t(`pages.${page}`)}
        </NavLink>
      ))}
    </nav>
  );
}
