import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '#web/call/use-call.ts';
import { CopyButton } from '#web/forms/copy-button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** The address from which the viewer's calendar reads their shifts. It is shown once, when it is made. */
export function OwnFeed({ hasFeed }: { hasFeed: boolean }) {
  const { t } = useTranslation('schedule-feed');
  const { toast } = useToast();
  const [url, setUrl] = useState<string>();
  const create = useCall('createScheduleFeed');
  const end = useCall('deleteScheduleFeed');
  return (
    <Disclosure title={t('title')}>
      <div className="flex w-full flex-col gap-3">
        <p className="text-ink-muted text-sm">{hasFeed && !url ? t('renewText') : t('text')}</p>
        {url && <p className="wrap-anywhere rounded-md bg-sunken px-3 py-2 text-sm">{url}</p>}
        <div className="flex flex-wrap gap-2">
          {url ? (
            <>
              <Button asChild>
                <a href={url.replace(/^https?:/, 'webcal:')}>
                  <CalendarPlus className="size-5" aria-hidden="true" />
                  {t('add')}
                </a>
              </Button>
              <CopyButton variant="secondary" text={url}>
                {t('copy')}
              </CopyButton>
            </>
          ) : (
            <Button
              variant="secondary"
              pending={create.isPending}
              onClick={() => create.mutate(undefined, { onSuccess: (made) => setUrl(made.url) })}
            >
              {t(hasFeed ? 'renew' : 'make')}
            </Button>
          )}
          {(hasFeed || url) && (
            <Button
              variant="ghost"
              pending={end.isPending}
              onClick={() =>
                end.mutate(undefined, {
                  onSuccess: () => {
                    setUrl(undefined);
                    toast({ title: t('ended'), tone: 'success' });
                  },
                })
              }
            >
              {t('end')}
            </Button>
          )}
        </div>
      </div>
    </Disclosure>
  );
}
