import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePathTo } from '../language.ts';
import { Button } from '../ui/button.tsx';

export function Component() {
  const { t } = useTranslation('not-found');
  const pathTo = usePathTo();
  return (
    <div className="mx-auto flex max-w-lg flex-col items-start gap-4 py-10">
      <SearchX className="size-12 text-ink-muted" aria-hidden="true" />
      <h1 tabIndex={-1} className="font-bold text-3xl leading-tight tracking-tight">
        {t('title')}
      </h1>
      <p className="text-ink-muted">{t('text')}</p>
      <Button asChild>
        <Link reloadDocument to={pathTo('landing')}>
          {t('home')}
        </Link>
      </Button>
    </div>
  );
}
