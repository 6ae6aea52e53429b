package import Entities
import Login
import ModuleTree
package import Viper

extension NotesApp: LoginOutput {
  package func loginAsksForPassphrase(of vault: VaultID) {
    beginToFetch(vault)
  }

  package func loginDidChangePassphrase() {
    router.notice = "The passphrase is changed. The old one opens nothing any more."
  }
}

extension NotesApp: ModuleTreeSource {
  package func moduleTree() -> ModuleTreeNode {
    ModuleTreeNode(name: "App", presentation: "root", children: router.tree)
  }
}
