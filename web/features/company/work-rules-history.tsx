import { Pencil } from 'lucide-react';
import type { AreaKey } from '#web/i18n/areas.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FIELDS, presetOf, type RuleField, type Rules, textOf } from './work-rules-fields.ts';

/** What holds from this date on holds from the beginning. */
export const BEGINNING = '1970-01-01';

/** Returns the text of a field's value, with its unit, for rules or for one of its choices. */
export function useRuleText() {
  const { t } = useTranslation(['work-rules', 'common']);
  const { language } = useCompanyTime();
  return (field: RuleField, from: Rules | string): string => {
    const value = typeof from === 'string' ? from : textOf(field, from, language);
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (value === '') return t('off');
    if (field.path === 'settlementMonths') return t('months', { count: Number(value) });
    if (field.kind === 'choice') return t(`choices.${field.path}.${value}` as AreaKey<'work-rules'>);
    if (field.kind === 'hours') return t('hours', { value });
    return field.kind === 'minutes' ? t('minutes', { value }) : value;
  };
}

type WorkRulesHistoryProps = {
  /** Oldest first. */
  history: Rules[];
  onEdit: (rules: Rules) => void;
};

/** What was set from which date on, newest first, each as what it changed. */
export function WorkRulesHistory({ history, onEdit }: WorkRulesHistoryProps) {
  const { t } = useTranslation('work-rules');
  const { formatDate, language } = useCompanyTime();
  const ruleText = useRuleText();
  const rows = history.map((rules, index) => {
    const before = history[index - 1];
    const hasCountry = before?.country !== rules.country;
    const base = before && !hasCountry ? before : presetOf(rules.country, rules.effectiveFrom);
    const changes = FIELDS.filter(
      (field) => textOf(field, base, language) !== textOf(field, rules, language),
    );
    return { rules, base, changes, hasCountry, isFirst: before === undefined };
  });
  const shown = rows.filter(({ changes, hasCountry }) => hasCountry || changes.length > 0);
  return (
    <Disclosure title={t('history')}>
      <ol className="w-full divide-y divide-hairline sm:pl-7">
        {shown.toReversed().map(({ rules, base, changes, hasCountry }) => {
          const { effectiveFrom, country } = rules;
          const since =
            effectiveFrom === BEGINNING
              ? t('sinceBeginning')
              : t('since', { date: formatDate(effectiveFrom) });
          return (
            <li key={effectiveFrom} className="flex items-start justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold">{since}</p>
                {hasCountry && <p>{t('presetOf', { country: t(`countries.${country}`) })}</p>}
                <ul className="text-sm">
                  {changes.map((field) => (
                    <li key={field.path} className="wrap-anywhere">
                      {labelOf(field)}: <span className="text-ink-muted">{ruleText(field, base)}</span> →{' '}
                      <span className="figures font-medium">{ruleText(field, rules)}</span>
                    </li>
                  ))}
                </ul>
              </div>
              <IconButton label={t('editRules', { since })} onClick={() => onEdit(rules)}>
                <Pencil className="size-5" aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ol>
    </Disclosure>
  );

  function labelOf({ path }: RuleField): string {
    const label = t(`fields.${path}`);
    const [area, name] = path.split('.');
    return area === 'warnings' ? `${t(`warningNames.${name}` as AreaKey<'work-rules'>)} – ${label}` : label;
  }
}
