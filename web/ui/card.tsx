import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

const TONES = {
  plain: 'border-hairline bg-surface',
  working: 'border-working/40 bg-working-soft',
  attention: 'border-attention/40 bg-attention-soft',
  destructive: 'border-destructive/40 bg-destructive-soft',
};

type CardProps = ComponentProps<'div'> & { tone?: keyof typeof TONES };

/** A bordered surface; compose it from `CardHeader`, `CardBody` and `CardFooter`, each with its own padding. */
export function Card({ tone = 'plain', className, ...props }: CardProps) {
  return (
    <div className={clsx('flex min-w-0 flex-col rounded-lg border', TONES[tone], className)} {...props} />
  );
}

type CardHeaderProps = {
  title: ReactNode;
  as?: 'h2' | 'h3' | 'h4';
  text?: ReactNode;
  /** At the end of the title's line: a badge, a menu, a small button. */
  aside?: ReactNode;
  className?: string;
};

export function CardHeader({ title, as: Heading = 'h2', text, aside, className }: CardHeaderProps) {
  return (
    <div className={clsx('flex items-start justify-between gap-3 px-4 pt-4 sm:px-6 sm:pt-5', className)}>
      <div className="min-w-0">
        <Heading className="hyphens-auto font-semibold text-lg leading-snug">{title}</Heading>
        {text && <p className="text-ink-muted text-sm">{text}</p>}
      </div>
      {aside && <div className="flex shrink-0 items-center gap-2">{aside}</div>}
    </div>
  );
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div className={clsx('min-w-0 flex-1 p-4 sm:px-6 sm:py-5', className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-2 border-hairline border-t px-4 py-3 sm:px-6',
        className,
      )}
      {...props}
    />
  );
}
