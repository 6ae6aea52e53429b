import CYaml

/// What reads front matter.
package enum YamlLibrary {
  package static var version: String { "libyaml \(String(cString: yaml_get_version_string()))" }
}
