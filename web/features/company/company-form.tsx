import { type ReactNode, useState } from 'react';
import type { CompanySettings } from '#contract/company.ts';
import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/call/use-call.ts';
import type { SchemaForm } from '#web/forms/fields.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { SettingsForm } from './settings-form.tsx';

type Body = EndpointInput<'updateCompany'>['body'];
/** The recipients of the digest are one text, an address on each line; without days of notice the law’s hold. */
export type CompanyValues = Omit<Body, 'digestRecipients' | 'noticeDays'> & {
  digestRecipients?: string;
  noticeDays?: number | '';
};

const FIELDS = {
  company: ['name', 'registrationNo', 'phone', 'email', 'address', 'language'],
  time: ['timezone', 'longestShiftHours', 'lateScanHours', 'noticeDays', 'graceMinutes'],
  notices: ['sendsNotHere', 'sendsSchedules', 'quietFrom', 'quietTo'],
  wall: ['boardNames'],
  records: ['retentionYears', 'retentionFrom', 'sendsDigest', 'digestRecipients'],
} as const satisfies Record<string, readonly (keyof CompanyValues)[]>;

type CompanyFormProps = {
  company: CompanySettings;
  /** The part of the company's settings that the card changes; the others are not sent. */
  part: keyof typeof FIELDS;
  title: string;
  text?: string;
  children: (form: SchemaForm<CompanyValues>) => ReactNode;
};

/** A card with a part of the company's settings. */
export function CompanyForm({ company, part, title, text, children }: CompanyFormProps) {
  const valuesOf = (settings: CompanySettings): CompanyValues =>
    Object.fromEntries(
      FIELDS[part].map((field) => {
        const value = settings[field];
        return [field, Array.isArray(value) ? value.join('\n') : (value ?? '')];
      }),
    );
  const [defaultValues] = useState(() => valuesOf(company));
  const form = useSchemaForm(
    'updateCompany',
    { defaultValues },
    ({ digestRecipients, noticeDays, ...values }: CompanyValues) => ({
      ...values,
      noticeDays: noticeDays === '' ? null : noticeDays,
      digestRecipients: digestRecipients?.split(/[\s,;]+/).filter(Boolean),
    }),
  );
  const { mutateAsync: save } = useCall('updateCompany', { handlesErrors: true });
  return (
    <SettingsForm
      form={form}
      title={title}
      text={text}
      draft={part}
      save={(body) => save({ body }).then(valuesOf)}
    >
      {children(form as SchemaForm<CompanyValues>)}
    </SettingsForm>
  );
}
