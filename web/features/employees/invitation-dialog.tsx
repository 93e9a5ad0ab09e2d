import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquare, Printer, Share2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { Employee } from '#contract/employees.ts';
import type { EndpointResponse } from '#contract/index.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useReach, useUser } from '#web/call/user.ts';
import { drawQrCode } from '#web/files/qr-drawing.ts';
import { CopyButton } from '#web/forms/copy-button.tsx';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { EMPTY_CURRENT_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';

type Link = EndpointResponse<'inviteEmployee'>;
/** Managers know only this of a person. */
export type Invitee = Pick<Employee, 'id' | 'firstName' | 'lastName' | 'role' | 'email'>;
type InvitationDialogProps = {
  employee: Invitee;
  /** The person was just added: the link is made at once, unless that takes a proof. */
  isNew?: boolean;
  onClose: () => void;
};

/**
 * Hands over the link by which a person chooses how to sign in: as a QR code to be scanned on the spot, by the phone's own
 * share sheet, as a text message, copied, or by e-mail. Each making ends the link before.
 */
export function InvitationDialog({ employee, isNew = false, onClose }: InvitationDialogProps) {
  const { t } = useTranslation(['employees', 'common']);
  const { toast } = useToast();
  const pathTo = usePathTo();
  const [link, setLink] = useState<Link>();
  // As it is now: the mail server's answer comes later.
  const isAdmin = useReach('listEmployees') !== undefined;
  const { data: current } = useQuery({
    ...query('listEmployees'),
    enabled: isAdmin,
    select: (employees) => employees.find(({ id }) => id === employee.id),
    refetchInterval: 5000,
  });
  const { mutateAsync: invite } = useCall('inviteEmployee', { handlesErrors: true });
  const { mutate: revoke, isPending: isRevoking } = useCall('revokeInvitation');
  const { code, currentProofOf } = useProof();
  const takesProof = employee.role !== 'employee';
  const form = useSchemaForm(
    'inviteEmployee',
    { defaultValues: { send: false, ...EMPTY_CURRENT_PROOF } },
    ({ send, ...proof }) => ({ send, ...(takesProof && currentProofOf(proof)) }),
  );
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { isSubmitting } = form.formState;
  const make = (send: boolean) => {
    form.setValue('send', send);
    clearRefusal();
    return form.handleSubmit((body) =>
      invite({ params: { id: employee.id }, body }).then((made) => {
        if (!send) return setLink(made);
        setLink(undefined);
        toast({ title: t('invitation.isSent'), description: employee.email ?? '', tone: 'success' });
      }, onError),
    )();
  };
  const isAsked = useRef(false);
  const makeAtOnce = useEffectEvent(() => {
    if (!isNew || takesProof || isAsked.current) return;
    isAsked.current = true;
    void make(false);
  });
  useEffect(() => makeAtOnce(), []);
  const end = () =>
    revoke(
      { params: { id: employee.id } },
      {
        onSuccess: () => {
          setLink(undefined);
          toast({ title: t('invitation.revoked'), tone: 'success' });
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('invitation.title', { name: fullName(employee) })}
      description={t('invitation.text')}
      closeLabel={t('common:close')}
      dirty={link !== undefined}
    >
      <div className="flex flex-col gap-4 pb-2">
        {current && <InvitationState employee={current} />}
        {link && <HandOver link={link} employee={employee} />}
        {takesProof && (
          <FormProvider {...form}>
            <Alert>{t('form.proof')}</Alert>
            <ProofFields code={code} passwordName="currentPassword" />
          </FormProvider>
        )}
        <FormError>{refusal}</FormError>
        <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
          <Button
            variant={link ? 'secondary' : 'primary'}
            pending={isSubmitting}
            className="sm:flex-1"
            onClick={() => make(false)}
          >
            {t(link ? 'invitation.renew' : 'invitation.make')}
          </Button>
          {employee.email && (
            <Button
              variant="secondary"
              className="sm:flex-1"
              icon={<Mail className="size-5" aria-hidden="true" />}
              pending={isSubmitting}
              onClick={() => make(true)}
            >
              {t(current?.invitation.state === 'none' ? 'invitation.send' : 'invitation.sendAgain')}
            </Button>
          )}
          {current?.invitation.expiresAt && (
            <Button variant="secondary" pending={isRevoking} className="sm:flex-1" onClick={end}>
              {t('invitation.revoke')}
            </Button>
          )}
          {employee.role === 'employee' && (
            <Button asChild variant="secondary" className="sm:flex-1">
              <RouterLink to={`${pathTo('badges')}?people=${employee.id}`}>
                <Printer className="size-5" aria-hidden="true" />
                {t('badges.one.open')}
              </RouterLink>
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** What became of what the person was given last. */
function InvitationState({ employee }: { employee: Employee }) {
  const { t } = useTranslation('employees');
  const { formatDateTime } = useCompanyTime();
  const { state, at, expiresAt } = employee.invitation;
  if (state === 'none' || !at) return null;
  return (
    <Alert tone={state === 'undeliverable' ? 'destructive' : state === 'accepted' ? 'working' : 'neutral'}>
      <p>
        {t(`invitation.states.${state}`, { time: formatDateTime(at), email: employee.email ?? '' })}
        {expiresAt && ` ${t('invitation.until', { time: formatDateTime(expiresAt) })}`}
      </p>
    </Alert>
  );
}

function HandOver({ link: { url }, employee }: { link: Link; employee: Invitee }) {
  const { t } = useTranslation('employees');
  const { company } = useUser();
  const { viewBox, path } = drawQrCode(url);
  const message = t('invitation.message', { name: employee.firstName, company: company.name, url });
  // The browser rejects when the person closes the sheet.
  const share = () => navigator.share({ text: message }).catch(() => undefined);
  return (
    <section aria-label={t('invitation.handOver')} className="flex flex-col gap-4">
      <figure className="flex flex-col items-center gap-2">
        <svg
          role="img"
          aria-label={t('invitation.qr')}
          viewBox={viewBox}
          className="w-full max-w-64 rounded-md bg-white"
        >
          <path d={path} fill="#000" shapeRendering="crispEdges" />
        </svg>
        <figcaption className="text-center text-ink-muted text-sm">{t('invitation.qrHint')}</figcaption>
      </figure>
      <p className="wrap-anywhere rounded-md bg-sunken px-3 py-2 text-sm">{url}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="secondary" className="flex-1" text={url}>
          {t('invitation.copy')}
        </CopyButton>
        {'share' in navigator && (
          <Button
            variant="secondary"
            className="flex-1"
            icon={<Share2 className="size-5" aria-hidden="true" />}
            onClick={share}
          >
            {t('invitation.share')}
          </Button>
        )}
        <Button asChild variant="secondary" className="flex-1">
          {/* With "?&", both kinds of phones take the text. */}
          <a href={`sms:?&body=${encodeURIComponent(message)}`}>
            <MessageSquare className="size-5" aria-hidden="true" />
            {t('invitation.sms')}
          </a>
        </Button>
      </div>
    </section>
  );
}
