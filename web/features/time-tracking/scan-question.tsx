import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';

type ScanQuestionProps = {
  title: ReactNode;
  children?: ReactNode;
  confirmLabel: ReactNode;
  /** "Cancel" where it is not given. */
  cancelLabel?: ReactNode;
  /** Nobody is likely to want what is asked about: the yellow button is the other one. */
  isUnlikely?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ScanQuestion({
  title,
  children,
  confirmLabel,
  cancelLabel,
  isUnlikely,
  pending,
  onConfirm,
  onCancel,
}: ScanQuestionProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card role="group" aria-labelledby={titleId}>
      <CardBody className="flex flex-col gap-5">
        <div>
          <h2
            ref={heading}
            id={titleId}
            tabIndex={-1}
            className="hyphens-auto font-bold text-xl leading-snug outline-none sm:text-2xl"
          >
            {title}
          </h2>
          {children}
        </div>
        <div className="flex flex-col gap-2">
          <Button
            size="large"
            variant={isUnlikely ? 'secondary' : 'brand'}
            pending={pending}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
          <Button
            size="large"
            variant={isUnlikely ? 'brand' : 'secondary'}
            disabled={pending}
            onClick={onCancel}
          >
            {cancelLabel ?? t('cancel')}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
