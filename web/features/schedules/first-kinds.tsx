import { CalendarPlus, Pencil } from 'lucide-react';
import { useState } from 'react';
import { shiftText } from '#domain/schedules.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { KindInput } from './kind-dialog.tsx';

const loadKind = async () => (await import('./kind-dialog.tsx')).KindDialog;

const TIMES = {
  day: { starts: '07:00', ends: '15:30' },
  evening: { starts: '15:30', ends: '23:30' },
  night: { starts: '22:00', ends: '06:00' },
};

/** The first visit: three kinds of shift to begin with, which can be changed before they are added. */
export function FirstKinds() {
  const { t } = useTranslation(['schedules', 'common']);
  const { toast } = useToast();
  const [kinds, setKinds] = useState(() =>
    (['day', 'evening', 'night'] as const).map((key) => ({
      key,
      isChosen: true,
      kind: {
        name: t(`first.${key}.name`),
        code: t(`first.${key}.code`),
        ...TIMES[key],
        breakMinutes: 30,
        locationId: null,
      } as KindInput,
    })),
  );
  const edit = useLazyDialog(loadKind);
  const { mutateAsync: create, isPending } = useCall('createShiftKind');
  const change = (key: string, changes: Partial<(typeof kinds)[number]>) =>
    setKinds((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const chosen = kinds.filter(({ isChosen }) => isChosen);
  const add = async () => {
    try {
      for (const { kind } of chosen) await create({ body: kind });
      toast({ title: t('first.done'), description: t('first.doneText'), tone: 'success' });
    } catch {
      // The call has said what went wrong; what was added is there.
    }
  };
  return (
    <Card className="max-w-2xl">
      <CardHeader title={t('first.title')} text={t('first.text')} />
      <CardBody>
        <ul className="flex flex-col divide-y divide-hairline">
          {kinds.map(({ key, isChosen, kind }) => (
            <li key={key} className="flex items-center justify-between gap-3 py-1">
              <Checkbox
                label={
                  <>
                    <span className="font-semibold">
                      {kind.code} · {kind.name}
                    </span>{' '}
                    <span className="figures text-ink-muted">{kindTimes(kind, t)}</span>
                  </>
                }
                checked={isChosen}
                onChange={({ target }) => change(key, { isChosen: target.checked })}
              />
              <IconButton
                label={t('kinds.editNamed', { name: kind.name })}
                onClick={() =>
                  edit.open({
                    title: t('kinds.edit'),
                    kind,
                    onSave: async (changed) => change(key, { kind: changed }),
                  })
                }
              >
                <Pencil className="size-5" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      </CardBody>
      <CardFooter>
        <Button
          icon={<CalendarPlus className="size-5" aria-hidden="true" />}
          pending={isPending}
          disabled={chosen.length === 0}
          onClick={() => void add()}
        >
          {t('first.add')}
        </Button>
      </CardFooter>
      {edit.dialog}
    </Card>
  );
}

type T = ReturnType<typeof useTranslation<'schedules'>>['t'];

/** "07:00–15:30, break 30 min". */
export const kindTimes = (kind: Pick<KindInput, 'starts' | 'ends' | 'breakMinutes'>, t: T): string =>
  kind.breakMinutes > 0
    ? t('withBreak', { times: shiftText(kind), minutes: kind.breakMinutes })
    : shiftText(kind);
