import { Printer } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Link } from 'react-router';
import type { Employee } from '#contract/employees.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type BadgeFieldsProps = {
  employee: Employee | undefined;
  /** The field of the personal number. */
  field: UseFormRegisterReturn;
  error: string | undefined;
  onRenew: (() => void) | undefined;
};

/** By what a person is recognized at a kiosk: the number, and the badge of an existing account. */
export function BadgeFields({ employee, field, error, onRenew }: BadgeFieldsProps) {
  const { t } = useTranslation(['employees', 'common']);
  const pathTo = usePathTo();
  return (
    <>
      <Field
        label={t('form.personalNumber')}
        aside={t('common:optional')}
        hint={t('form.personalNumberHint')}
        error={error}
      >
        <Input autoComplete="off" inputMode="numeric" maxLength={10} className="figures" {...field} />
      </Field>
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
