import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ShiftKind } from '#contract/shifts.ts';
import { MAX_KINDS } from '#domain/schedules.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { kindTimes } from './first-kinds.tsx';
import { KindDialog } from './kind-dialog.tsx';
import { useKinds } from './schedule-data.ts';

/** The company's kinds of shift: to add, change, deactivate and delete. */
export function KindsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['schedules', 'common']);
  const { kinds } = useKinds();
  const [step, setStep] = useState<{ edits: ShiftKind | undefined } | { deletes: ShiftKind }>();
  const { mutateAsync: create } = useCall('createShiftKind', { handlesErrors: true });
  const { mutateAsync: update } = useCall('updateShiftKind', { handlesErrors: true });
  const remove = useCall('deleteShiftKind', { handlesErrors: true });
  const back = () => setStep(undefined);
  if (step && 'deletes' in step) {
    const { id, name } = step.deletes;
    return (
      <ConfirmDialog
        title={t('kinds.deleteTitle', { name })}
        description={t('kinds.deleteText')}
        confirmLabel={t('common:delete')}
        mutation={remove}
        variables={{ params: { id } }}
        done={{ title: t('kinds.deleted') }}
        onClose={back}
      />
    );
  }
  if (step) {
    const { id, ...kind } = step.edits ?? {};
    return (
      <KindDialog
        title={t(id ? 'kinds.edit' : 'kinds.add')}
        kind={id ? (kind as ShiftKind) : undefined}
        isStored={id !== undefined}
        onSave={(body) => (id ? update({ params: { id }, body }) : create({ body }))}
        onClose={back}
      />
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('kinds.title')} closeLabel={t('common:close')}>
      <ul className="flex flex-col divide-y divide-hairline">
        {kinds.map((kind) => (
          <li key={kind.id} className="flex items-center gap-1 py-1">
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere font-semibold">
                {kind.code} · {kind.name}
              </span>{' '}
              <span className="figures block text-ink-muted text-sm">{kindTimes(kind, t)}</span>
            </span>
            {!kind.isActive && <Badge>{t('common:inactive')}</Badge>}
            <IconButton
              label={t('kinds.editNamed', { name: kind.name })}
              onClick={() => setStep({ edits: kind })}
            >
              <Pencil className="size-5" aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('kinds.deleteNamed', { name: kind.name })}
              onClick={() => setStep({ deletes: kind })}
            >
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        className="mt-4"
        icon={<Plus className="size-5" aria-hidden="true" />}
        disabled={kinds.length >= MAX_KINDS}
        onClick={() => setStep({ edits: undefined })}
      >
        {t('kinds.add')}
      </Button>
    </Dialog>
  );
}
