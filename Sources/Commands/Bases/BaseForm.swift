/// How `base query` prints its rows.
enum BaseForm: String, CaseIterable {
  case json, csv, tsv, md, paths
}
