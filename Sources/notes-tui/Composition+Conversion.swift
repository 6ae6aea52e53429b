import Conversion
import Entities
import Vault

extension Composition {
  var converter: VaultConverter {
    let (clock, keeping, marks) = (clock, keeping, marks)
    return VaultConverter(vaults: vaults, background: threads) { vault in
      VaultConversion(of: vault, clock: clock, keeping: keeping, marks: marks)
    }
  }

  /// Encrypts or decrypts a vault, along with its data outside the vault.
  func conversion(of vault: VaultID) -> VaultConversion {
    VaultConversion(of: vault, clock: clock, keeping: keeping, marks: marks)
  }

  private var marks: ConversionMarks { ConversionMarks(stateFolder: stateFolder) }

  private var keeping: StateKeeping {
    StateKeeping(
      stateFolder: stateFolder, cacheFolder: cacheFolder, clock: clock)
  }
}
