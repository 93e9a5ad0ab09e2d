import { Printer } from 'lucide-react';
import { Link } from 'react-router';
import type { Employee } from '#contract/employees.ts';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';

type BadgeFieldsProps = {
  employee: Employee | undefined;
  onRenew: (() => void) | undefined;
};

/** By what a person is recognized at a kiosk: the number, and the badge of an existing account. */
export function BadgeFields({ employee, onRenew }: BadgeFieldsProps) {
  const { t } = useTranslation('employees');
  const form = useSurroundingForm<{ personalNumber: string }>();
  const pathTo = usePathTo();
  return (
    <>
      <form.TextField
        name="personalNumber"
        label={t('form.personalNumber')}
        isOptional
        hint={t('form.personalNumberHint')}
        inputMode="numeric"
        maxLength={10}
        inputClassName="figures"
      />
      {employee && (
        <div>
          <p className="font-medium">{t('form.badge')}</p>
          <p className="text-ink-muted text-sm">{t('badges.one.text')}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button asChild variant="secondary">
              <Link to={`${pathTo('badges')}?people=${employee.id}`}>
                <Printer className="size-5" aria-hidden="true" />
                {t('badges.one.open')}
              </Link>
            </Button>
            {onRenew && (
              <Button variant="secondary" onClick={onRenew}>
                {t('badges.one.renew')}
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  );
}
