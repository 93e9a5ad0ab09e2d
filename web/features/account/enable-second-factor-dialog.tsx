import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { proposalQuery, useEnableSecondFactor } from '#web/api/second-factor.ts';
import { drawQrCode } from '#web/files/qr-drawing.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { CodeProof, PasswordProof, proofError } from '#web/forms/proof.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { QueryPart } from './query-part.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function EnableSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const proposal = useQuery(proposalQuery);
  const { mutateAsync: enable, data: enabled, isPending } = useEnableSecondFactor();
  return (
    <Dialog
      open
      onOpenChange={() => !isPending && onClose()}
      dirty
      title={t(enabled ? 'secondFactor.codesTitle' : 'secondFactor.enableTitle')}
      description={t(enabled ? 'secondFactor.enabled' : 'secondFactor.enableText')}
      closeLabel={t('common:close')}
    >
      {enabled ? (
        <RecoveryCodes codes={enabled.recoveryCodes} onClose={onClose} />
      ) : (
        <QueryPart query={proposal}>
          {({ secret, uri }) => <EnableForm secret={secret} uri={uri} enable={enable} onClose={onClose} />}
        </QueryPart>
      )}
    </Dialog>
  );
}

type EnableFormProps = {
  secret: string;
  uri: string;
  enable: ReturnType<typeof useEnableSecondFactor>['mutateAsync'];
  onClose: () => void;
};

function EnableForm({ secret, uri, enable, onClose }: EnableFormProps) {
  const { t } = useTranslation(['account', 'common']);
  const form = useSchemaForm('enableSecondFactor', { defaultValues: { secret, code: '', password: '' } });
  const showError = useFormError(form, t('secondFactor.failed'));
  const { register, setError } = form;
  const { errors, isSubmitting } = form.formState;
  const { viewBox, path } = drawQrCode(uri);
  const submit = form.handleSubmit((values) =>
    enable(values).catch((error) => proofError(error, setError, showError)),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>{t('secondFactor.scan')}</p>
      <svg
        role="img"
        aria-label={t('secondFactor.qr')}
        viewBox={viewBox}
        shapeRendering="crispEdges"
        className="size-52 self-center rounded-md border border-hairline bg-white text-black"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <p className="text-center">
        <span className="block text-ink-muted text-sm">{t('secondFactor.secret')}</span>
        <span className="figures mx-auto block max-w-56 font-semibold tracking-wide">
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </span>
      </p>
      <TextLink href={uri} className="self-center">
        {t('secondFactor.openApp')}
      </TextLink>
      <CodeProof
        label={t('secondFactor.code')}
        error={errors.code?.message}
        input={{ inputMode: 'numeric', ...register('code') }}
      />
      <PasswordProof error={errors.password?.message} input={register('password')} />
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" pending={isSubmitting}>
          {t('secondFactor.submit')}
        </Button>
      </DialogFooter>
    </form>
  );
}
