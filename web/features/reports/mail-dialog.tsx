import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { useToast } from '#web/ui/toast.tsx';

const FREQUENCIES = ['none', 'weekly', 'monthly'] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** How often the viewer gets the overview by e-mail. */
export function MailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['overview', 'common']);
  const { email } = useUser();
  const result = useQuery({ ...query('getReportSubscription'), staleTime: 0 });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('mail.title')}
      description={t('mail.text', { email: email ?? '' })}
      closeLabel={t('common:close')}
    >
      <Loaded query={result}>
        {({ frequency }) => <MailForm frequency={frequency} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function MailForm({ frequency, onClose }: { frequency: Frequency; onClose: () => void }) {
  const { t } = useTranslation(['overview', 'common']);
  const { toast } = useToast();
  const [chosen, setChosen] = useState(frequency);
  const save = useCall('updateReportSubscription', { handlesErrors: true });
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { body: { frequency: chosen } },
          {
            onSuccess: () => {
              onClose();
              toast({ title: t('mail.saved'), tone: 'success' });
            },
          },
        );
      }}
      error={save.error instanceof ApiError ? save.error.message : undefined}
      submitLabel={t('common:save')}
      isPending={save.isPending}
      onCancel={onClose}
    >
      <RadioCards legend={t('mail.frequency')}>
        {FREQUENCIES.map((each) => (
          <RadioCard
            key={each}
            name="frequency"
            value={each}
            checked={chosen === each}
            onChange={() => setChosen(each)}
            title={t(`mail.${each}`)}
            text={each === 'none' ? undefined : t(`mail.${each}Text`)}
          />
        ))}
      </RadioCards>
    </DialogForm>
  );
}
