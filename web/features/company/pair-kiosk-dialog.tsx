import { useEffect, useRef } from 'react';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useLocationOptions } from '#web/forms/location-options.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';

const NEW_KIOSK = { name: '', locationId: '', leavePin: '' };

/** Asks for the device's name and location, then shows the code to type there. */
export function PairKioskDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['company', 'common']);
  const { data: locations = [] } = useLocationOptions();
  const { mutateAsync: create, data: created } = useCall('createKioskPairingCode', { handlesErrors: true });
  const form = useSchemaForm(
    'createKioskPairingCode',
    { defaultValues: NEW_KIOSK },
    ({ name, locationId, leavePin }: typeof NEW_KIOSK) => ({
      name,
      locationId: locationId || (locations[0]?.id ?? ''),
      leavePin: leavePin.trim() || null,
    }),
  );
  return (
    <FormDialog
      form={form}
      title={t(created ? 'kiosks.shown.title' : 'kiosks.add')}
      description={!created && t('kiosks.form.text')}
      submitLabel={t('kiosks.add')}
      canSubmit={locations.length > 0}
      onSubmit={(body) => create({ body })}
      onClose={onClose}
      result={created && <Code created={created} onClose={onClose} />}
    >
      <form.TextField
        name="name"
        label={t('kiosks.name')}
        hint={t('kiosks.form.nameHint')}
        maxLength={100}
        required
      />
      <form.SelectField
        name="locationId"
        label={t('kiosks.location')}
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <form.TextField
        name="leavePin"
        label={t('kiosks.form.leavePin')}
        isOptional
        hint={t('kiosks.form.leavePinHint')}
        inputMode="numeric"
        maxLength={6}
        inputClassName="figures"
      />
    </FormDialog>
  );
}

type CodeProps = { created: { code: string; expiresAt: string }; onClose: () => void };

function Code({ created: { code, expiresAt }, onClose }: CodeProps) {
  const { t } = useTranslation('company');
  const { formatTime } = useCompanyTime();
  const pathTo = usePathTo();
  const text = useRef<HTMLParagraphElement>(null);
  // The form was removed, and with it the focused button.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1} className="focus:outline-none">
        {t('kiosks.shown.text', { time: formatTime(expiresAt) })}
      </p>
      <p className="figures my-5 text-center font-bold text-4xl tracking-widest">{code}</p>
      <dl className="flex flex-col gap-3">
        {(['kiosk', 'display'] as const).map((page) => (
          <div key={page}>
            <dt className="text-ink-muted text-sm">{t(`kiosks.shown.${page}`)}</dt>
            <dd className="wrap-anywhere font-medium">{location.origin + pathTo(page)}</dd>
          </div>
        ))}
      </dl>
      <DialogFooter>
        <Button onClick={onClose}>{t('kiosks.shown.done')}</Button>
      </DialogFooter>
    </>
  );
}
