/// A shell that completions can be made for.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  package var completions: String {
    switch self {
    case .bash: ShellScripts.bash
    case .zsh: ShellScripts.zsh
    case .fish: ShellScripts.fish
    }
  }
}
