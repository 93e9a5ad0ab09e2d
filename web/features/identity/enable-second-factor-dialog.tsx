import { useQuery } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { drawQrCode } from '#web/files/qr-drawing.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_PROOF, ProofFields } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Shows the key for the authenticator app, asks for a first code, and then shows the recovery codes. */
export function EnableSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const proposal = useQuery(query('proposeSecondFactor'));
  const { mutateAsync: enable, data: enabled } = useCall('enableSecondFactor', { handlesErrors: true });
  const form = useSchemaForm(
    'enableSecondFactor',
    { defaultValues: EMPTY_PROOF },
    (proof: typeof EMPTY_PROOF) => ({ ...proof, secret: proposal.data?.secret ?? '' }),
  );
  return (
    <FormDialog
      form={form}
      title={t(enabled ? 'secondFactor.codesTitle' : 'secondFactor.enableTitle')}
      description={t(enabled ? 'secondFactor.enabled' : 'secondFactor.enableText')}
      submitLabel={t('secondFactor.submit')}
      canSubmit={proposal.data !== undefined}
      onSubmit={(body) => enable({ body })}
      onClose={onClose}
      result={enabled && <RecoveryCodes codes={enabled.recoveryCodes} onClose={onClose} />}
    >
      <Loaded query={proposal}>
        {({ secret, uri }) => (
          <>
            <AppKey secret={secret} uri={uri} />
            <ProofFields code="app" />
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

function AppKey({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation('account');
  const { viewBox, path } = drawQrCode(uri);
  return (
    <>
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
      <TextLink href={uri} className="inline-flex min-h-11 items-center self-center">
        {t('secondFactor.openApp')}
      </TextLink>
    </>
  );
}
