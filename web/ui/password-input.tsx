import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './button.tsx';
import { Input } from './input.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  showLabel: string;
  hideLabel: string;
};

/** A password with a button that shows and hides it. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordInput({ showLabel, hideLabel, className, ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className={clsx('relative block', className)}>
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-12"
      />
      <IconButton
        label={shown ? hideLabel : showLabel}
        onClick={() => setShown(!shown)}
        variant="quiet"
        className="absolute inset-y-0 right-0 my-auto"
      >
        <Icon className="size-5" aria-hidden="true" />
      </IconButton>
    </span>
  );
}
