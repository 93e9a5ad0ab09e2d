import { RotateCw } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';

/** Shown when a page crashed or could not be loaded; offers a reload. */
export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-4 px-4 py-16">
      <h1 className="font-bold text-2xl leading-tight tracking-tight">{t('errorPage.title')}</h1>
      <p className="text-ink-muted">{t('errorPage.text')}</p>
      <Button icon={<RotateCw className="size-5" aria-hidden="true" />} onClick={() => location.reload()}>
        {t('errorPage.reload')}
      </Button>
    </div>
  );
}
