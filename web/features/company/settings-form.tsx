import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useUser } from '#web/call/user.ts';
import type { SchemaForm } from '#web/forms/fields.tsx';
import { useFormRefusal } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/toast.tsx';

type SettingsFormProps<Values extends FieldValues, Body> = {
  form: SchemaForm<Values, Body>;
  title: ReactNode;
  text?: ReactNode;
  /** Sends the body; resolves to what the form shows then, undefined for its `values`. */
  save: (body: Body) => Promise<Values | undefined>;
  /** The name of unsaved input, which then survives a reload and a visit to another page, in this tab. */
  draft?: string;
  /** Beside the buttons: a date from which it holds, a test. */
  aside?: ReactNode;
  /** Shows the buttons also without a change, for what was chosen elsewhere on the page. */
  isEdited?: boolean;
  /** Saved, or discarded. */
  onDone?: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A card of settings: what is typed stays until it is saved or discarded. */
export function SettingsForm<Values extends FieldValues, Body>({
  form,
  title,
  text,
  save,
  draft,
  aside,
  isEdited = false,
  onDone,
  children,
}: SettingsFormProps<Values, Body>) {
  const { t } = useTranslation(['company', 'common']);
  const { toast } = useToast();
  const { isSubmitting, isDirty } = form.formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  useDraft(draft, form);
  const submit = (body: Body) => {
    clearRefusal();
    return save(body).then((values) => {
      form.reset(values);
      toast({ title: t('saved'), tone: 'success' });
      onDone?.();
    }, onError);
  };
  const discard = () => {
    clearRefusal();
    form.reset();
    onDone?.();
  };
  const isOpen = isDirty || isEdited;
  return (
    <Card>
      <PageForm form={form} onSubmit={submit} className="contents">
        <CardHeader title={title} text={text} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          {children}
          <FormError className="sm:col-span-2">{refusal}</FormError>
        </CardBody>
        {(isOpen || aside) && (
          <CardFooter className="items-end justify-end gap-y-3">
            {isDirty && (
              <span role="status" className="mr-auto self-center text-ink-muted text-sm">
                {t('unsaved')}
              </span>
            )}
            {aside}
            {isOpen && (
              <>
                <Button variant="secondary" disabled={isSubmitting} onClick={discard}>
                  {t('giveUp')}
                </Button>
                <Button type="submit" pending={isSubmitting} disabled={!isDirty && !isSubmitting}>
                  {t('common:save')}
                </Button>
              </>
            )}
          </CardFooter>
        )}
      </PageForm>
    </Card>
  );
}

function useDraft<Values extends FieldValues>(name: string | undefined, form: SchemaForm<Values, unknown>) {
  const { id } = useUser().company;
  const key = name && `maina-settings-${id}-${name}`;
  const [draft] = useState(() => key && readDraft<Values>(key));
  const { reset, subscribe, getValues } = form;
  useEffect(() => {
    if (!key) return;
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => writeDraft(key, isDirty ? values : undefined),
    });
  }, [key, draft, reset, subscribe, getValues]);
}

function readDraft<Values>(key: string): Values | undefined {
  try {
    // Only `writeDraft` writes it; the server validates what is sent.
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined deletes it. */
function writeDraft(key: string, values: object | undefined): void {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(values));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is disabled: lost on reload.
  }
}
