export const ON_CALL: { readonly [name: string]: readonly string[] }
