//! Detectors by family: one file for what is decided by the same marks or words.

pub mod capitals;
pub mod chinese;
pub mod contact;
pub mod dates;
pub mod english;
pub mod figures;
pub mod french;
pub mod german;
pub mod japanese;
pub mod korean;
pub mod marks;
pub mod money;
pub mod numbers;
pub mod quotes;
pub mod romance;
pub mod slashes;
pub mod temperatures;
pub mod times;
pub mod units;

#[cfg(test)]
mod borrowed;
#[cfg(test)]
mod lookalikes;
#[cfg(test)]
mod undecided;
