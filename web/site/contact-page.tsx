import type { ReactNode } from 'react';
import { SITE_MARKS } from '#domain/site.ts';
import { Button } from '../ui/button.tsx';
import { Input, Textarea } from '../ui/input.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { PageIntro } from './parts.tsx';
import { usePathTo, useTexts } from './site.tsx';

export function ContactPage() {
  const { contact } = useTexts('site-pages');
  const pathTo = usePathTo();
  const facts = [
    { label: contact.company, value: SITE_MARKS.operatorName },
    { label: contact.registrationNo, value: SITE_MARKS.operatorRegistrationNo },
    { label: contact.address, value: SITE_MARKS.operatorAddress },
  ];
  return (
    <>
      <PageIntro title={contact.title} text={contact.text} />
      <div className="mx-auto grid max-w-6xl gap-12 px-4 pb-20 sm:px-6 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <ContactForm />
        <aside className="flex flex-col gap-8">
          <dl className="flex flex-col gap-4 border-ink border-t-2 pt-4">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt className="text-ink-muted text-sm">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <div>
              <dt className="text-ink-muted text-sm">{contact.email}</dt>
              <dd>
                <TextLink
                  href={`mailto:${SITE_MARKS.operatorEmail}`}
                  className="inline-flex min-h-11 items-center wrap-anywhere"
                >
                  {SITE_MARKS.operatorEmail}
                </TextLink>
              </dd>
            </div>
          </dl>
          <div className="border-hairline border-t pt-4">
            <h2 className="font-semibold text-lg">{contact.helpTitle}</h2>
            <p className="mt-1 text-ink-muted">
              <TextLink href={pathTo('tutorials')} className="inline-flex min-h-11 items-center">
                {contact.helpText}
              </TextLink>
            </p>
          </div>
        </aside>
      </div>
    </>
  );
}

/** `enhance.ts` submits it; the server validates it and provides the error messages. */
function ContactForm() {
  const { contact } = useTexts('site-pages');
  return (
    <div>
      <noscript>
        <style>{'[data-contact]{display:none}'}</style>
        <p>
          {contact.noScript}{' '}
          <TextLink href={`mailto:${SITE_MARKS.operatorEmail}`}>{SITE_MARKS.operatorEmail}</TextLink>
        </p>
      </noscript>
      <form
        noValidate
        data-contact
        data-pending={contact.pending}
        data-failed={contact.failed}
        aria-label={contact.title}
        className="flex flex-col gap-5"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField name="name" label={contact.name}>
            {(wiring) => <Input {...wiring} maxLength={100} autoComplete="name" />}
          </FormField>
          <FormField name="email" label={contact.email}>
            {(wiring) => <Input {...wiring} type="email" maxLength={254} autoComplete="email" />}
          </FormField>
        </div>
        <FormField name="subject" label={contact.subject}>
          {(wiring) => <Input {...wiring} maxLength={200} />}
        </FormField>
        <FormField name="message" label={contact.message}>
          {(wiring) => <Textarea {...wiring} maxLength={5000} />}
        </FormField>
        {/* A honeypot: bots fill in whatever they find; people don't see it. */}
        <div aria-hidden="true" className="absolute -left-[9999px]">
          <label htmlFor="website">{contact.website}</label>
          <input id="website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <p data-failure role="alert" className="font-medium text-destructive-text empty:hidden" />
        <div className="flex flex-col gap-3">
          {/* The script makes it submit: before that, the browser would submit the form itself. */}
          <Button size="large" className="sm:self-start">
            {contact.submit}
          </Button>
          <p className="text-ink-muted text-sm">{contact.privacyNote}</p>
        </div>
      </form>
      <div data-sent hidden tabIndex={-1} className="rounded-lg border border-working/40 bg-working-soft p-6">
        <h2 className="font-semibold text-lg">{contact.sent}</h2>
        <p className="mt-1">{contact.sentText}</p>
      </div>
    </div>
  );
}

type Wiring = { id: string; name: string; required: true; 'aria-describedby': string };
type FormFieldProps = { name: string; label: string; children: (wiring: Wiring) => ReactNode };

function FormField({ name, label, children }: FormFieldProps) {
  const errorId = `${name}-error`;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={name} className="font-medium text-sm">
        {label}
      </label>
      {children({ id: name, name, required: true, 'aria-describedby': errorId })}
      <p id={errorId} className="font-medium text-destructive-text text-sm empty:hidden" />
    </div>
  );
}
