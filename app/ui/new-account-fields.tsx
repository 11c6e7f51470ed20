import { useTexts } from "#texts";
import { Field } from "./field";

/** What somebody says who gets an account. */
export function NewAccountFields({
  username,
  fullName,
  email,
  emailKnown,
  emailHint,
  nameHint,
  usernameHint,
  passwordHint,
}: {
  username?: string;
  fullName?: string;
  email?: string;
  /** Whether the address is settled. */
  emailKnown?: boolean;
  emailHint: string;
  nameHint: string;
  usernameHint?: string;
  /** Left out where there is no password. */
  passwordHint?: string;
}) {
  const t = useTexts();
  return (
    <>
      <PersonNameField
        label={t("common.userName")}
        autoComplete="username"
        defaultValue={username}
        hint={usernameHint}
      />
      <Field
        label={t("register.fullName.label")}
        name="full_name"
        autoComplete="name"
        defaultValue={fullName}
        required
        hint={nameHint}
      />
      <Field
        label={t("common.email")}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        readOnly={emailKnown}
        required
        hint={emailHint}
      />
      {passwordHint === undefined ? null : (
        <Field
          label={t("common.password")}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
          hint={passwordHint}
        />
      )}
    </>
  );
}

/** A user name as it is typed: nothing corrects it. */
export function PersonNameField(given: {
  label: string;
  autoComplete?: string;
  defaultValue?: string;
  hint?: string;
  className?: string;
}) {
  return <Field name="username" autoComplete="off" {...given} autoCapitalize="none" spellCheck={false} required />;
}
