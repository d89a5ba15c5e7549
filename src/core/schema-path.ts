/** Where in the package the JSON Schema of a kind lies: of a YAML or JSON file, or of a Markdown file's front matter. */
export function schemaPath(layout: string, kind: string): string {
  return `schemas/${layout}/${kind}.schema.json`
}
