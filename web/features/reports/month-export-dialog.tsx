import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EndpointInput } from '#contract/index.ts';
import type { PayrollPreview, SheetSettings } from '#contract/sheets.ts';
import { durationText } from '#domain/apportion.ts';
import { fullName } from '#domain/names.ts';
import { useDownload } from '#web/call/download.ts';
import { query } from '#web/call/query.ts';
import { ApiError, networkError, request } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { monthText } from '#web/time/date-text.ts';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

const SHEETS = ['pdf', 'xlsx'] as const;
const PAYROLL = ['csv', 'payroll-xlsx', 'symfonia', 'comarch', 'enova'] as const;
type Choice = (typeof SHEETS)[number] | (typeof PAYROLL)[number];
const isSheet = (choice: Choice): choice is (typeof SHEETS)[number] => SHEETS.some((each) => each === choice);
const formatOf = (choice: (typeof PAYROLL)[number]) => (choice === 'payroll-xlsx' ? 'xlsx' : choice);
/** The formats whose lines a company can describe by a mask. */
const isMasked = (choice: Choice) => choice === 'comarch' || choice === 'enova';

const PREVIEW_TIMEOUT_MS = 60_000;

/** What the payroll file will contain, and whose payroll number is missing. */
const payrollPreviewQuery = (month: string, format: ReturnType<typeof formatOf>) =>
  queryOptions({
    queryKey: ['time-records', 'months', 'payroll', month, format],
    queryFn: ({ signal }) =>
      request(
        'getMonthPayroll',
        { params: { month }, query: { format, preview: 'true' } },
        { signal, timeoutMs: PREVIEW_TIMEOUT_MS },
      ).then((preview) => ('lines' in preview ? preview : Promise.reject(networkError()))),
  });

type MonthExportDialogProps = { month: string; onClose: () => void };

/** Downloads the month's sheet, of everybody or one person, or its file for payroll. */
export function MonthExportDialog({ month, onClose }: MonthExportDialogProps) {
  const { t } = useTranslation(['month-export', 'upgrade', 'common']);
  const pathTo = usePathTo();
  const monthName = monthText(month, useLanguage());
  const [choice, setChoice] = useState<Choice>('pdf');
  const [userId, setUserId] = useState('');
  const [leavesOut, setLeavesOut] = useState(false);
  const optionOf = (value: Choice) => ({ value, label: t(`choice.${value}`) });
  const { data: people = [] } = useQuery(query('listMonth', { query: { month } }));
  const download = useDownload();
  const preview = useQuery({
    ...payrollPreviewQuery(month, isSheet(choice) ? 'csv' : formatOf(choice)),
    enabled: !isSheet(choice),
  });
  const isTable = choice === 'csv' || choice === 'payroll-xlsx';
  const mustLeaveOut = !isSheet(choice) && !isTable && (preview.data?.issues.length ?? 0) > 0;
  const start = () =>
    download.mutate(
      isSheet(choice)
        ? { name: 'getMonthSheet', params: { month }, query: { format: choice, userId: userId || undefined } }
        : {
            name: 'getMonthPayroll',
            params: { month },
            query: { format: formatOf(choice), leaveOut: mustLeaveOut && leavesOut ? 'true' : undefined },
          },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title={t('title', { month: monthName })}
      closeLabel={t('common:close')}
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('file')}>
            <Select
              value={choice}
              onChange={({ target }) => setChoice(target.value as Choice)}
              options={[
                { label: t('sheet'), options: SHEETS.map(optionOf) },
                { label: t('payroll'), options: PAYROLL.map(optionOf) },
              ]}
            />
          </Field>
          {isSheet(choice) && (
            <Field label={t('person')}>
              <Select
                value={userId}
                onChange={({ target }) => setUserId(target.value)}
                emptyLabel={t('everybody')}
                options={people.map(({ user }) => ({ value: user.id, label: fullName(user) }))}
              />
            </Field>
          )}
        </div>
        {isSheet(choice) ? (
          <p className="text-ink-muted text-sm">{t('sheetText')}</p>
        ) : preview.error instanceof ApiError && preview.error.requiresUpgrade ? (
          <Alert
            action={
              <Button asChild variant="secondary">
                <Link to={pathTo('subscription')}>{t('upgrade:seePlans')}</Link>
              </Button>
            }
          >
            {preview.error.message}
          </Alert>
        ) : (
          <Loaded query={preview} skeleton={<Skeleton className="h-40" />}>
            {(shown) => <Preview preview={shown} isTable={isTable} />}
          </Loaded>
        )}
        {mustLeaveOut && (
          <Checkbox
            label={t('leaveOut')}
            checked={leavesOut}
            onChange={({ target }) => setLeavesOut(target.checked)}
          />
        )}
        {isMasked(choice) && <MaskEditor key={choice} program={choice} />}
      </div>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          pending={download.isPending}
          disabled={(!isSheet(choice) && !preview.data) || (mustLeaveOut && !leavesOut)}
          onClick={start}
        >
          {t('download')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Who has no payroll number that the file can contain, whose month is not approved, and the first lines. */
function Preview({ preview, isTable }: { preview: PayrollPreview; isTable: boolean }) {
  const { t } = useTranslation('month-export');
  const pathTo = usePathTo();
  const { issues, differences, notApproved, lines } = preview;
  return (
    <>
      {issues.length > 0 && (
        <Alert tone="attention" title={t(isTable ? 'issuesInTable' : 'issues')}>
          <ul className="max-h-40 overflow-y-auto">
            {issues.map(({ userId, name, reason }) => (
              <li key={userId} className="wrap-anywhere">
                <TextLink asChild>
                  <Link
                    to={{ pathname: pathTo('employees'), search: `?${new URLSearchParams({ q: name })}` }}
                  >
                    {name}
                  </Link>
                </TextLink>
                : {t(`reason.${reason}`)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {differences.length > 0 && (
        <Alert tone="attention" title={t('differences')}>
          <p>{t('differencesText')}</p>
          <ul className="max-h-40 overflow-y-auto">
            {differences.map(({ userId, name, inFile, onSheet }) => (
              <li key={userId} className="wrap-anywhere">
                {t('difference', { name, inFile: durationText(inFile), onSheet: durationText(onSheet) })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {notApproved.length > 0 && (
        <Alert tone="attention" title={t('notApproved')}>
          <p className="wrap-anywhere max-h-24 overflow-y-auto">{notApproved.join(', ')}</p>
        </Alert>
      )}
      <figure className="min-w-0">
        <figcaption className="mb-1.5 font-medium text-sm">
          {t('preview', { name: preview.fileName })}
        </figcaption>
        {lines.length > 0 ? (
          <pre
            // Scrolls, so the keyboard must reach it.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
            tabIndex={0}
            className="max-h-48 overflow-auto rounded-md border border-hairline bg-sunken p-3 font-mono text-sm"
          >
            {lines.join('\n')}
          </pre>
        ) : (
          <p className="text-ink-muted text-sm">{t('noLines')}</p>
        )}
      </figure>
    </>
  );
}

function MaskEditor({ program }: { program: 'comarch' | 'enova' }) {
  const { t } = useTranslation('month-export');
  const settings = useQuery(query('getSheetSettings'));
  return (
    <Disclosure title={t('mask.title')}>
      <Loaded query={settings} skeleton={<Skeleton className="h-40 w-full" />}>
        {(loaded) => <MaskForm program={program} settings={loaded} />}
      </Loaded>
    </Disclosure>
  );
}

/** The line of the file as a mask; saving it renews the preview. */
function MaskForm({ program, settings }: { program: 'comarch' | 'enova'; settings: SheetSettings }) {
  const { t } = useTranslation(['month-export', 'common']);
  const form = useSchemaForm('updateSheetSettings', { defaultValues: settings });
  const { reset, formState } = form;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: save } = useCall('updateSheetSettings', { handlesErrors: true });
  const submit = (body: EndpointInput<'updateSheetSettings'>['body']) => {
    clearRefusal();
    return save({ body }).then(reset, onError);
  };
  const fields = ['mask', 'in', 'out'] as const;
  return (
    <PageForm form={form} onSubmit={submit} className="grid w-full items-start gap-4 sm:grid-cols-4">
      <p className="text-ink-muted text-sm sm:col-span-4">{t('mask.text')}</p>
      {fields.map((field) => (
        <form.TextField
          key={field}
          name={`masks.${program}.${field}`}
          label={t(`mask.${field}`)}
          className={field === 'mask' ? 'sm:col-span-2' : undefined}
          autoCapitalize="none"
          spellCheck={false}
          inputClassName="font-mono"
        />
      ))}
      <FormError className="sm:col-span-4">{refusal}</FormError>
      <div className="sm:col-span-4">
        <Button
          type="submit"
          variant="secondary"
          pending={formState.isSubmitting}
          disabled={!formState.isDirty && !formState.isSubmitting}
        >
          {t('mask.save')}
        </Button>
      </div>
    </PageForm>
  );
}
