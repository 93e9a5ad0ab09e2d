import { useQuery } from '@tanstack/react-query';
import { Camera as CameraOn, UserCheck, VideoOff, X } from 'lucide-react';
import { useState } from 'react';
import { MAX_CREW } from '#contract/crew.ts';
import { SCAN_ACTIONS, type ScanResult } from '#contract/time-tracking.ts';
import { query } from '#web/call/query.ts';
import { useUser } from '#web/call/user.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { type Chosen, readBadge, useRecordCrew } from '#web/recording/crew.ts';
import { useCurrentEntry } from '#web/recording/scans.ts';
import { vibrate } from '#web/scanning/confirmation-signal.ts';
import { ActionBar, ActionButton } from '#web/ui/action-bar.tsx';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CrewPeople } from './crew-people.tsx';
import { CrewResults } from './crew-results.tsx';

const Camera = lazyPart(async () => (await import('./page-parts.ts')).parts.Scanner, {
  fallback: <Skeleton className="aspect-[3/4] h-auto! max-h-[54dvh] w-full rounded-lg!" />,
});

/** The location that the address names, where the manager works now, or their only one. */
function useCrewLocation() {
  const { role, locationIds } = useUser();
  const locations = useQuery(query('listLocationNames'));
  const own = locations.data?.filter(({ id }) => role === 'admin' || locationIds.includes(id)) ?? [];
  const { entry } = useCurrentEntry();
  const [asked, setAsked] = useAddressParam('location');
  const workingAt = entry?.location.id;
  const location =
    own.find(({ id }) => id === asked) ??
    own.find(({ id }) => !asked && id === workingAt) ??
    (own.length === 1 ? own[0] : undefined);
  return { locations, own, location, setAsked };
}

/** A manager checks a crew in, out or over to a location: badges one after another or ticks, then one confirmation. */
export function Component() {
  const { t } = useTranslation(['crew', 'common']);
  const { toast } = useToast();
  const { locations, own, location, setAsked } = useCrewLocation();
  const crew = useQuery({
    ...query('getCrew', { params: { id: location?.id ?? '' } }),
    enabled: location !== undefined,
  });
  const [action, setAction] = useState<ScanResult['action']>('check-in');
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [isCameraOn, setCameraOn] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [said, setSaid] = useState('');
  const { mutate: record, isPending, data: unstored } = useRecordCrew(t('common:error'));

  const add = (one: Chosen) => {
    if (chosen.some(({ key }) => key === one.key)) return setSaid(t('camera.again', { name: one.name }));
    if (chosen.length >= MAX_CREW) {
      toast({ title: t('full', { count: MAX_CREW }) });
      return;
    }
    vibrate(80);
    setSaid(t('camera.added', { name: one.name }));
    setChosen((now) => [...now, one]);
  };
  const read = async (text: string) => {
    const one = await readBadge(text, crew.data?.people ?? [], (end) => t('list.badge', { end }));
    if (one) add(one);
    else setSaid(t('camera.notBadge'));
  };
  const remove = (key: string) => setChosen((now) => now.filter((one) => one.key !== key));
  const submitLabel =
    chosen.length === 0 ? t(`actions.${action}`) : t(`submit.${action}`, { count: chosen.length });

  return (
    <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-5">
      <PageHeader title={t('title')} subtitle={t('text')} />
      <CrewResults unstored={unstored} />
      <Loaded query={locations} skeleton={<Skeleton className="h-14" />}>
        {() => (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('location')}>
              <Select
                value={location?.id ?? ''}
                onChange={({ target }) => {
                  setAsked(target.value);
                  setChosen([]);
                }}
                {...(!location && { emptyLabel: t('chooseLocation') })}
                options={own.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
            <Field label={t('action')}>
              <Select
                value={action}
                onChange={({ target }) => {
                  setAction(SCAN_ACTIONS.find((known) => known === target.value) ?? action);
                  setChosen([]);
                }}
                options={SCAN_ACTIONS.map((value) => ({ value, label: t(`actions.${value}`) }))}
              />
            </Field>
          </div>
        )}
      </Loaded>
      {location && (
        <>
          <Button
            variant="secondary"
            aria-expanded={isCameraOn}
            icon={
              isCameraOn ? (
                <VideoOff className="size-5" aria-hidden="true" />
              ) : (
                <CameraOn className="size-5" aria-hidden="true" />
              )
            }
            onClick={() => setCameraOn(!isCameraOn)}
          >
            {t(isCameraOn ? 'camera.close' : 'camera.open')}
          </Button>
          {isCameraOn && <Camera isContinuous pending={false} onCode={(text) => void read(text)} />}
          <p role="status" className="wrap-anywhere font-medium empty:hidden">
            {said}
          </p>
          <ScannedBadges scanned={chosen.filter(({ key, badge }) => key === badge)} onRemove={remove} />
          <Loaded
            query={crew}
            failedTitle={t('list.failed')}
            skeleton={<Skeleton className="h-48 rounded-lg!" />}
          >
            {(data) => (
              <CrewPeople
                crew={data}
                action={action}
                locationId={location.id}
                chosen={chosen}
                onAdd={add}
                onRemove={remove}
                onChoose={setChosen}
              />
            )}
          </Loaded>
          <ActionBar>
            <ActionButton
              isMain
              disabled={chosen.length === 0}
              pending={isPending}
              icon={<UserCheck className="size-6" aria-hidden="true" />}
              onClick={() => setIsAsking(true)}
            >
              {submitLabel}
            </ActionButton>
          </ActionBar>
          <AlertDialog
            open={isAsking}
            onOpenChange={setIsAsking}
            title={submitLabel}
            description={t('confirm.text', { location: location.name })}
            confirmLabel={t(`actions.${action}`)}
            cancelLabel={t('confirm.cancel')}
            variant="primary"
            pending={isPending}
            onConfirm={() =>
              record(
                { action, location, chosen },
                {
                  onSuccess: () => {
                    setChosen([]);
                    setCameraOn(false);
                    setSaid('');
                    scrollTo(0, 0);
                  },
                  onSettled: () => setIsAsking(false),
                },
              )
            }
          />
        </>
      )}
    </div>
  );
}

type ScannedBadgesProps = { scanned: Chosen[]; onRemove: (key: string) => void };

function ScannedBadges({ scanned, onRemove }: ScannedBadgesProps) {
  const { t } = useTranslation('crew');
  if (scanned.length === 0) return null;
  return (
    <section aria-labelledby="scanned-badges">
      <h2 id="scanned-badges" className="font-semibold text-lg">
        {t('list.badges')}
      </h2>
      <ul className="mt-2 divide-y divide-hairline rounded-lg border border-hairline bg-surface">
        {scanned.map(({ key, name }) => (
          <li key={key} className="flex items-center justify-between gap-3 py-1 pr-1 pl-4">
            <span className="figures">{name}</span>
            <IconButton label={t('list.remove', { name })} onClick={() => onRemove(key)}>
              <X className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
