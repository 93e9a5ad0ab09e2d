import { MailX, Send } from 'lucide-react';
import type { Employee } from '#contract/employees.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';

/** The state of the invitation of a person who has not signed in; undefined if there is nothing to say. */
export function openInvitationOf({
  isActive,
  mustChangePassword,
  invitation: { state, expiresAt },
}: Employee) {
  if (!isActive || state === 'accepted') return undefined;
  if (state === 'none') return mustChangePassword ? state : undefined;
  return expiresAt && Date.parse(expiresAt) < serverNow() ? 'expired' : state;
}

export function InvitationBadge({ employee }: { employee: Employee }) {
  const { t } = useTranslation('employees');
  const state = openInvitationOf(employee);
  if (!state) return null;
  const Icon = state === 'undeliverable' ? MailX : Send;
  return (
    <Badge tone={state === 'undeliverable' ? 'destructive' : 'attention'} icon={<Icon aria-hidden="true" />}>
      {t(`invitation.badges.${state}`)}
    </Badge>
  );
}
